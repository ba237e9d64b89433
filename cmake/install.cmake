# The installed tree, which runs from wherever it is moved: programs, characters, shader sources.
file(GLOB characters CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*.glb)
install(TARGETS sinew sinew-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${characters} DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew/assets)
install(DIRECTORY benchmarks/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew
  FILES_MATCHING PATTERN "*.json")
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew  # what F5 compiles
  FILES_MATCHING PATTERN "*.glsl" PATTERN "shared/*.h" PATTERN "variants.txt")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
