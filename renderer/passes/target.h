// The image that a frame renders into.
#pragma once

#include "renderer/device/vulkan.h"

namespace sinew {

struct Target {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkExtent2D extent{};
    VkFormat format = VK_FORMAT_UNDEFINED;  // sRGB-encoding: shaders write linear colour
};

}  // namespace sinew
