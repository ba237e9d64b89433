# Dependencies of several libraries. The build and the installed package include the .cmake files of
# this folder, which collect the missing Debian packages.
set(sinew_missing_packages "")
macro(sinew_need found package)
  if(NOT ${found})
    list(APPEND sinew_missing_packages ${package})
  endif()
endmacro()

find_package(fmt QUIET)
sinew_need(fmt_FOUND libfmt-dev)

find_path(SINEW_GLM_DIR glm/glm.hpp)
mark_as_advanced(SINEW_GLM_DIR)
sinew_need(SINEW_GLM_DIR libglm-dev)
if(SINEW_GLM_DIR AND NOT TARGET sinew_glm)
  add_library(sinew_glm INTERFACE IMPORTED)
  target_include_directories(sinew_glm SYSTEM INTERFACE ${SINEW_GLM_DIR})
  target_compile_definitions(sinew_glm INTERFACE GLM_FORCE_DEPTH_ZERO_TO_ONE)
endif()
