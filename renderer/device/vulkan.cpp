// Names of Vulkan results and texts of errors.
#include "renderer/device/vulkan.h"

#include <fmt/format.h>

#include <string_view>

namespace sinew {

const char* resultName(VkResult result) {
    switch (result) {
#define SINEW_NAME(name) \
    case name:           \
        return #name;
        SINEW_NAME(VK_SUCCESS)
        SINEW_NAME(VK_NOT_READY)
        SINEW_NAME(VK_TIMEOUT)
        SINEW_NAME(VK_INCOMPLETE)
        SINEW_NAME(VK_SUBOPTIMAL_KHR)
        SINEW_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        SINEW_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        SINEW_NAME(VK_ERROR_INITIALIZATION_FAILED)
        SINEW_NAME(VK_ERROR_DEVICE_LOST)
        SINEW_NAME(VK_ERROR_MEMORY_MAP_FAILED)
        SINEW_NAME(VK_ERROR_LAYER_NOT_PRESENT)
        SINEW_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        SINEW_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        SINEW_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        SINEW_NAME(VK_ERROR_TOO_MANY_OBJECTS)
        SINEW_NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
        SINEW_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        SINEW_NAME(VK_ERROR_SURFACE_LOST_KHR)
        SINEW_NAME(VK_ERROR_OUT_OF_DATE_KHR)
        SINEW_NAME(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR)
#undef SINEW_NAME
        default:
            return "an unnamed VkResult";
    }
}

DeviceLost::DeviceLost(const char* call)
    : text_(
          fmt::format("Vulkan failed: {} returned VK_ERROR_DEVICE_LOST; the GPU stopped answering "
                      "(a driver reset, an unplugged device or a job that ran too long): start "
                      "again, with fewer instances if it repeats",
                      call)) {}

void throwVulkanError(VkResult result, const char* call) {
    if (result == VK_ERROR_DEVICE_LOST) throw DeviceLost(call);
    const bool memory =
        result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY;
    // `call` is source text with arguments. The message has the name of the function only.
    const std::string_view text(call);
    throw VulkanError(
        result,
        fmt::format("Vulkan failed: {} returned {}{}", text.substr(0, text.find('(')),
                    resultName(result),
                    memory ? "; memory ran out: try fewer instances or a smaller picture" : ""));
}

}  // namespace sinew
