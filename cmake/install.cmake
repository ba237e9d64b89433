# The installed tree is relocatable. It has programs, characters, scenarios and shader sources. For
# development, it also has libraries, headers and a CMake package. The tarball (package.cmake) has
# some of these components.
file(GLOB characters CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/assets/*.glb ${PROJECT_SOURCE_DIR}/assets/*.animator.json)
install(TARGETS sinew-cli RUNTIME_DEPENDENCY_SET sinew_cli_libraries
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)
install(FILES ${characters} DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew/assets COMPONENT cli)
install(DIRECTORY assets/props DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew/assets COMPONENT cli)
install(DIRECTORY benchmarks/scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew COMPONENT cli
  FILES_MATCHING PATTERN "*.json")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT cli)
install(TARGETS sinew RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT window)
foreach(component window development)  # the window compiles the shaders at F5
  install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/sinew COMPONENT ${component}
    FILES_MATCHING PATTERN "*.glsl" PATTERN "shared/*.h" PATTERN "shared/*.inc" PATTERN "variants.txt")
endforeach()

# The package for find_package(sinew COMPONENTS skinning | renderer | gpu). Headers keep their paths
# below one folder.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)

# Installs a library as sinew::NAME of a component of the package. ARGN: header patterns, by root.
function(sinew_install library name component)
  set(headers "")
  if(ARGN)
    file(GLOB headers CONFIGURE_DEPENDS ${ARGN})
  endif()
  target_sources(${library} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
  set_target_properties(${library} PROPERTIES
    EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ${BUILD_TESTING})
  target_compile_features(${library} PUBLIC cxx_std_20)
  install(TARGETS ${library} EXPORT sinew_${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew COMPONENT development)
endfunction()

sinew_install(sinew_images images skinning images/decode.h images/png_writer.h)
sinew_install(sinew_skinning skinning skinning skinning/model.h skinning/settings.h skinning/animation/*.h
  skinning/animator/*.h skinning/bounds/*.h skinning/cpu/crowd_input.h skinning/cpu/naive.h skinning/cpu/skin.h
  skinning/gltf/import.h skinning/lod/levels.h skinning/model/hold.h skinning/model/plain_mesh.h
  skinning/packing/*.h skinning/reference/reference.h shaders/shared/*.h)
install(FILES skinning/methods.inc  # settings.h includes it
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew/skinning COMPONENT development)
sinew_install(sinew_volk volk renderer)
sinew_install(sinew_shaders shaders renderer shaders/embedded.h shaders/shared/*.h)
sinew_install(sinew_renderer renderer renderer renderer/*.h renderer/*/*.h)
sinew_install(sinew_skinning_gpu gpu gpu skinning/gpu/*.h skinning/gpu/*/*.h)
install(FILES shaders/shared/stage_constants.inc  # skin_variant.h includes it
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew/shaders/shared COMPONENT development)
foreach(component skinning renderer gpu)
  install(EXPORT sinew_${component} NAMESPACE sinew:: FILE ${component}.cmake
    DESTINATION ${package_folder} COMPONENT development)
endforeach()

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/sinewConfig.cmake.in sinewConfig.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(sinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sinewConfig.cmake ${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)
install(FILES third_party/common.cmake third_party/skinning.cmake third_party/vulkan.cmake
  DESTINATION ${package_folder}/third_party COMPONENT development)
