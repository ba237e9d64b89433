# Reads the commit for reports in every build. The file is written only if the commit changes.
add_custom_target(sinew_version_stamp
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
          -DOUT=${PROJECT_BINARY_DIR}/generated/sinew_version.h
          -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/sinew_version.h
  COMMENT "" VERBATIM)
add_library(sinew_version INTERFACE)
add_dependencies(sinew_version sinew_version_stamp)
target_include_directories(sinew_version INTERFACE ${PROJECT_BINARY_DIR}/generated)
