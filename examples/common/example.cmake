# add_example(NAME SHADER...) builds main.cpp of the calling folder. The header shaders.h has the
# SPIR-V of these shaders and of common/ as arrays: skin.comp.glsl is skin_comp.
find_package(sinew REQUIRED COMPONENTS skinning)
find_package(SDL2 REQUIRED)
find_path(VOLK_DIR volk.h REQUIRED)
find_program(GLSLC glslc REQUIRED)

function(add_example name)
  foreach(shader ${ARGN} ../common/ground.vert.glsl ../common/shade.frag.glsl)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${shader})
    get_filename_component(stem ${shader} NAME_WLE)  # skin.comp
    string(REGEX MATCH "[a-z]+$" stage ${stem})
    string(REPLACE . _ array ${stem})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${stem}.inc)
    add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM
      COMMAND ${GLSLC} -fshader-stage=${stage} --target-env=vulkan1.3 -O -mfmt=num -o ${output} ${source})
    list(APPEND compiled ${output})
    string(APPEND text "constexpr uint32_t ${array}[] = {\n#include \"${stem}.inc\"\n};\n")
  endforeach()
  file(CONFIGURE OUTPUT shaders.h CONTENT "#include <cstdint>\n${text}")
  add_executable(${name} main.cpp ${compiled})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/.. ${VOLK_DIR})
  target_link_libraries(${name} PRIVATE sinew::skinning sinew::images SDL2::SDL2 ${CMAKE_DL_LIBS})
endfunction()
