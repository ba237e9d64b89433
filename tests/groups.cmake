# No leak detection: drivers and layers leak, and are unloaded before LeakSanitizer reports.
set(sinew_gpu_properties)
if(SINEW_SANITIZE)
  set(sinew_gpu_properties ENVIRONMENT_MODIFICATION ASAN_OPTIONS=set:detect_leaks=0)
endif()

# Adds a ctest entry, and so a process, for each suite of a gtest program. The tests of a suite
# share data that a process creates once, such as a Vulkan device or an imported model.
#
#   sinew_add_suites(TARGET LABEL label [FILTER pattern] [ALONE pattern...]
#                    [PROPERTIES name value...])
#
# FILTER: a gtest filter; only these suites get entries and the label. ALONE: tests with an entry
# each, because they need their own process or may be skipped. A test that is skipped in a suite's
# entry is a failure.
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
  # The suites are listed when ctest starts.
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
