// Creates, acquires and presents the images of a window.
#include "renderer/device/swapchain.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

Semaphore createSemaphore(const Device& device, const std::string& name) {
    const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    return VK_CREATE(Semaphore, vkCreateSemaphore, device, info, name);
}

VkSurfaceFormatKHR chooseFormat(const Device& device, VkSurfaceKHR surface) {
    uint32_t count = 0;
    VK_CHECK(vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical(), surface, &count, nullptr));
    std::vector<VkSurfaceFormatKHR> offered(count);
    VK_CHECK(
        vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical(), surface, &count, offered.data()));
    std::string list;
    for (const VkSurfaceFormatKHR& format : offered) {
        const bool encodes =
            format.format == VK_FORMAT_B8G8R8A8_SRGB || format.format == VK_FORMAT_R8G8B8A8_SRGB;
        if (encodes && format.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) return format;
        list += fmt::format("{}{}", list.empty() ? "" : ", ", static_cast<int>(format.format));
    }
    throw std::runtime_error(fmt::format(
        "the window offers no 8-bit sRGB format; it offers the VkFormats {}; try another --device, "
        "or sinew-cli render, which needs no window",
        list.empty() ? "(none)" : list));
}

/// Returns FIFO for vsync; every device supports FIFO. Without vsync, mailbox is preferred to
/// immediate, because images do not tear.
VkPresentModeKHR choosePresentMode(const Device& device, VkSurfaceKHR surface, bool vsync) {
    if (vsync) return VK_PRESENT_MODE_FIFO_KHR;
    uint32_t count = 0;
    VK_CHECK(
        vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical(), surface, &count, nullptr));
    std::vector<VkPresentModeKHR> modes(count);
    VK_CHECK(vkGetPhysicalDeviceSurfacePresentModesKHR(device.physical(), surface, &count,
                                                       modes.data()));
    for (VkPresentModeKHR wanted : {VK_PRESENT_MODE_MAILBOX_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR}) {
        if (std::find(modes.begin(), modes.end(), wanted) != modes.end()) return wanted;
    }
    return VK_PRESENT_MODE_FIFO_KHR;
}

VkExtent2D fitExtent(const VkSurfaceCapabilitiesKHR& limits, VkExtent2D wanted) {
    if (limits.currentExtent.width != UINT32_MAX) return limits.currentExtent;
    // On Wayland the program chooses the size. A window without area gets no images.
    if (wanted.width == 0 || wanted.height == 0) return {0, 0};
    return {std::clamp(wanted.width, limits.minImageExtent.width, limits.maxImageExtent.width),
            std::clamp(wanted.height, limits.minImageExtent.height, limits.maxImageExtent.height)};
}

VkCompositeAlphaFlagBitsKHR chooseAlpha(VkCompositeAlphaFlagsKHR offered) {
    for (VkCompositeAlphaFlagBitsKHR alpha :
         {VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
          VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR}) {
        if (offered & alpha) return alpha;
    }
    return VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
}

}  // namespace

Swapchain Swapchain::create(const Device& device, VkSurfaceKHR surface) {
    Swapchain swapchain;
    swapchain.surface_ = surface;
    swapchain.format_ = chooseFormat(device, surface);
    for (Semaphore& semaphore : swapchain.acquired_) {
        semaphore = createSemaphore(device, "image acquired");
    }
    return swapchain;
}

bool Swapchain::resize(const Device& device, VkExtent2D wanted, bool vsync) {
    device.waitIdle();
    images_.clear();
    VkSurfaceCapabilitiesKHR limits{};
    VK_CHECK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device.physical(), surface_, &limits));
    extent_ = fitExtent(limits, wanted);
    wanted_ = wanted;
    vsync_ = vsync;
    stale_ = true;
    if (extent_.width == 0 || extent_.height == 0) return false;

    // One image more than the minimum, so that acquiring does not wait for the window system.
    const uint32_t most = limits.maxImageCount ? limits.maxImageCount : UINT32_MAX;
    presentMode_ = choosePresentMode(device, surface_, vsync);
    const VkSwapchainCreateInfoKHR info{
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = surface_,
        .minImageCount = std::min(limits.minImageCount + 1, most),
        .imageFormat = format_.format,
        .imageColorSpace = format_.colorSpace,
        .imageExtent = extent_,
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
        .imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .preTransform = limits.currentTransform,
        .compositeAlpha = chooseAlpha(limits.supportedCompositeAlpha),
        .presentMode = presentMode_,
        .clipped = VK_TRUE,
        .oldSwapchain = swapchain_.get(),
    };
    swapchain_ = VK_CREATE(SwapchainHandle, vkCreateSwapchainKHR, device, info, "swapchain");

    uint32_t count = 0;
    VK_CHECK(vkGetSwapchainImagesKHR(device.get(), swapchain_.get(), &count, nullptr));
    std::vector<VkImage> images(count);
    VK_CHECK(vkGetSwapchainImagesKHR(device.get(), swapchain_.get(), &count, images.data()));
    for (VkImage image : images) {
        device.name(VK_OBJECT_TYPE_IMAGE, image, "swapchain image");
        images_.push_back({.image = image,
                           .view = createView(device, "swapchain image", image, format_.format),
                           .done = createSemaphore(device, "image done")});
    }
    stale_ = false;
    return true;
}

std::optional<AcquiredImage> Swapchain::acquire(const Device& device) {
    const VkSemaphore acquired = acquired_[nextAcquired_].get();
    uint32_t index = 0;
    const VkResult result = vkAcquireNextImageKHR(device.get(), swapchain_.get(), UINT64_MAX,
                                                  acquired, VK_NULL_HANDLE, &index);
    if (result == VK_ERROR_OUT_OF_DATE_KHR) {
        stale_ = true;
        return std::nullopt;
    }
    VK_CHECK(result);
    // A suboptimal image is acquired too, and its semaphore is signalled: draw first, then resize.
    if (result == VK_SUBOPTIMAL_KHR) stale_ = true;
    nextAcquired_ = (nextAcquired_ + 1) % acquired_.size();
    const Image& image = images_[index];
    return AcquiredImage{
        .index = index,
        .target = {image.image, image.view.get(), extent_, format_.format},
        .acquired = acquired,
        .done = image.done.get(),
    };
}

void Swapchain::present(const Device& device, const AcquiredImage& image) {
    const VkSwapchainKHR swapchain = swapchain_.get();
    const VkPresentInfoKHR info{
        .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores = &image.done,
        .swapchainCount = 1,
        .pSwapchains = &swapchain,
        .pImageIndices = &image.index,
    };
    const VkResult result = vkQueuePresentKHR(device.queue(), &info);
    if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR) {
        stale_ = true;
    } else {
        VK_CHECK(result);
    }
}

const char* presentModeName(VkPresentModeKHR mode) {
    switch (mode) {
        case VK_PRESENT_MODE_IMMEDIATE_KHR:
            return "immediate";
        case VK_PRESENT_MODE_MAILBOX_KHR:
            return "mailbox";
        case VK_PRESENT_MODE_FIFO_KHR:
            return "fifo";
        case VK_PRESENT_MODE_FIFO_RELAXED_KHR:
            return "fifo relaxed";
        default:
            return "other";
    }
}

}  // namespace sinew
