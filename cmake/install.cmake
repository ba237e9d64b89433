# The installed tree, which runs from wherever it is moved: programs, characters, scenarios, shader
# sources. Its components are what the tarball (package.cmake) chooses from.
file(GLOB characters CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*.glb)
install(TARGETS sinew-cli RUNTIME_DEPENDENCY_SET sinew_cli_libraries
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
install(FILES ${characters} DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew/assets COMPONENT cli)
install(DIRECTORY benchmarks/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew COMPONENT cli
  FILES_MATCHING PATTERN "*.json")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT cli)
install(TARGETS sinew RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT window)
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew COMPONENT window  # what F5 compiles
  FILES_MATCHING PATTERN "*.glsl" PATTERN "shared/*.h" PATTERN "variants.txt")
