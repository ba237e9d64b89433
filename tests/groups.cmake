# Drivers and layers leave memory behind, and are unloaded by the time that leaks are told.
set(sinew_gpu_properties)
if(SINEW_SANITIZE)
  set(sinew_gpu_properties ENVIRONMENT_MODIFICATION ASAN_OPTIONS=set:detect_leaks=0)
endif()

# What ctest runs of a program of gtest: an entry, and so a process, for each suite. What a process makes once (a
# Vulkan device, an imported model) all tests of a suite share.
#
#   sinew_add_suites(TARGET LABEL label [FILTER pattern] [ALONE pattern...] [PROPERTIES name value...])
#
# FILTER: gtest's, and the label is that of these suites alone. ALONE: tests that get an entry each: those
# that need a process of their own, and those that may be skipped, so that ctest names what was skipped. A test
# that is skipped in a suite's entry is a failure: it belongs under ALONE.
function(sinew_add_suites target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;FILTER" "ALONE;PROPERTIES")
  if(NOT arg_FILTER)
    set(arg_FILTER "*")
  endif()
  if(arg_LABEL STREQUAL gpu)
    list(APPEND arg_PROPERTIES ${sinew_gpu_properties})
  endif()
  list(JOIN arg_ALONE ":" alone)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}_${arg_LABEL}_suites.cmake)
  # Which suites there are, the program says when ctest starts.
  file(GENERATE OUTPUT ${script} CONTENT
"set(program [==[$<TARGET_FILE:${target}>]==])
set(name ${target})
set(filter [==[${arg_FILTER}]==])
set(alone [==[${alone}]==])
set(label ${arg_LABEL})
set(properties ${arg_PROPERTIES})
include([==[${PROJECT_SOURCE_DIR}/tests/list_suites.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()
