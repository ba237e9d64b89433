# Dependencies of the renderer in addition to common.cmake.
find_path(SINEW_VOLK_DIR volk.h)
find_path(SINEW_VULKAN_DIR vulkan/vulkan.h)
mark_as_advanced(SINEW_VOLK_DIR SINEW_VULKAN_DIR)
sinew_need(SINEW_VOLK_DIR libvulkan-volk-dev)
sinew_need(SINEW_VULKAN_DIR libvulkan-dev)

if(SINEW_VOLK_DIR AND SINEW_VULKAN_DIR AND NOT TARGET sinew_volk_headers)
  add_library(sinew_volk_headers INTERFACE IMPORTED)
  target_include_directories(sinew_volk_headers SYSTEM INTERFACE
    ${SINEW_VOLK_DIR} ${SINEW_VULKAN_DIR})
  target_compile_definitions(sinew_volk_headers INTERFACE VK_NO_PROTOTYPES)
endif()
