# Dependencies of sinew_images and sinew_skinning in addition to common.cmake.
function(sinew_wrap target)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED)
    set_property(TARGET ${target} PROPERTY INTERFACE_LINK_LIBRARIES ${ARGN})
  endif()
endfunction()

find_package(PkgConfig QUIET)
find_package(PNG QUIET)
find_package(JPEG QUIET)
find_package(TinyGLTF QUIET)
find_package(meshoptimizer QUIET)
find_package(draco QUIET)
find_package(TBB QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(sinew_hwy QUIET IMPORTED_TARGET libhwy)
  pkg_check_modules(sinew_webp QUIET IMPORTED_TARGET libwebp)
  pkg_check_modules(sinew_stb QUIET IMPORTED_TARGET stb)
endif()
sinew_need(PKG_CONFIG_FOUND pkg-config)
sinew_need(sinew_hwy_FOUND libhwy-dev)
sinew_need(PNG_FOUND libpng-dev)
sinew_need(JPEG_FOUND libjpeg62-turbo-dev)
sinew_need(sinew_webp_FOUND libwebp-dev)
sinew_need(TinyGLTF_FOUND libtinygltf-dev)
sinew_need(sinew_stb_FOUND libstb-dev)
sinew_need(meshoptimizer_FOUND libmeshoptimizer-dev)
sinew_need(draco_FOUND libdraco-dev)
sinew_need(TBB_FOUND libtbb-dev)
if(sinew_missing_packages)
  return()
endif()

# Highway: SIMD of the machine's width, chosen at run time.
sinew_wrap(sinew_hwy PkgConfig::sinew_hwy)

# The image libraries are maintained against hostile files. Only images/ links them.
sinew_wrap(sinew_png PNG::PNG)
sinew_wrap(sinew_jpeg JPEG::JPEG)
sinew_wrap(sinew_webp PkgConfig::sinew_webp)

sinew_wrap(sinew_meshoptimizer meshoptimizer::meshoptimizer)

# libdraco contains another version and configuration of tinygltf, and in the same object a copy of
# stb. The shared library would replace the real tinygltf. The archive only resolves symbols that are
# still undefined. So it must follow TinyGLTF and TinyGLTF's stb on every link line, and is declared
# as their dependency. The linker must keep that stb, which only TinyGLTF calls.
if(NOT TARGET sinew_draco)
  set_property(TARGET TinyGLTF::TinyGLTF APPEND PROPERTY
    INTERFACE_LINK_LIBRARIES PkgConfig::sinew_stb draco::draco_static)
  set_property(TARGET TinyGLTF::TinyGLTF APPEND PROPERTY
    INTERFACE_LINK_OPTIONS LINKER:--no-as-needed)
endif()
sinew_wrap(sinew_tinygltf TinyGLTF::TinyGLTF)
sinew_wrap(sinew_draco TinyGLTF::TinyGLTF)
