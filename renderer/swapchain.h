// A window's surface and the images that are presented on it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "renderer/frame_ring.h"
#include "renderer/instance.h"
#include "renderer/target.h"

namespace sinew {

/// Owns a VkSurfaceKHR. Move-only; the instance outlives it, and it outlives its swapchain.
class Surface {
public:
    Surface() = default;
    Surface(const Instance& instance, VkSurfaceKHR surface)
        : instance_(instance.get()), surface_(surface) {}
    Surface(Surface&& other) noexcept { *this = std::move(other); }
    Surface& operator=(Surface&& other) noexcept {
        std::swap(instance_, other.instance_);
        std::swap(surface_, other.surface_);
        return *this;
    }
    ~Surface() {
        if (surface_) vkDestroySurfaceKHR(instance_, surface_, nullptr);
    }
    VkSurfaceKHR get() const { return surface_; }

private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
};

/// An image to draw one frame into: wait for `acquired`, signal `done`, then present it.
struct AcquiredImage {
    uint32_t index = 0;
    Target target;
    VkSemaphore acquired = VK_NULL_HANDLE;
    VkSemaphore done = VK_NULL_HANDLE;
};

/// The images of a window. Move-only.
class Swapchain {
public:
    /// Chooses an sRGB-encoding format and makes no images yet. Throws std::runtime_error naming
    /// what the surface offers where it has none: shaders here write linear colour.
    static Swapchain create(const Device& device, VkSurfaceKHR surface);

    /// Makes images of about `wanted` pixels (the surface may insist on its own size). Waits for
    /// the device, because Vulkan 1.3 cannot tell otherwise when a presentation no longer uses its
    /// image. Returns false, and has no images, while the window has no area.
    bool resize(const Device& device, VkExtent2D wanted, bool vsync);

    /// The next image, or nothing when the images no longer fit the window: resize, try again.
    std::optional<AcquiredImage> acquire(const Device& device);
    /// Shows the image. After it, `fits` tells whether the images still do.
    void present(const Device& device, const AcquiredImage& image);

    /// Whether there are images, and a resize with the same arguments would keep them.
    bool fits(VkExtent2D wanted, bool vsync) const {
        return !stale_ && wanted.width == wanted_.width && wanted.height == wanted_.height &&
               vsync == vsync_;
    }
    VkFormat format() const { return format_.format; }
    VkExtent2D extent() const { return extent_; }
    VkPresentModeKHR presentMode() const { return presentMode_; }

private:
    struct Image {
        VkImage image = VK_NULL_HANDLE;  // the swapchain's
        ImageView view;
        Semaphore done;  // one an image: presentation may hold it until the image comes round again
    };

    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
    VkSurfaceFormatKHR format_{};
    VkPresentModeKHR presentMode_ = VK_PRESENT_MODE_FIFO_KHR;
    VkExtent2D extent_{};
    VkExtent2D wanted_{};  // what was asked for; the extent may differ
    bool vsync_ = true;    // likewise: the present mode may be the same with and without
    bool stale_ = true;
    SwapchainHandle swapchain_;
    std::vector<Image> images_;
    // An image is acquired before the frame ring waits for its slot. At that moment all frames in
    // flight may still use their semaphores, so there is one more than there are slots.
    std::array<Semaphore, kFramesInFlight + 1> acquired_;
    uint32_t nextAcquired_ = 0;
};

const char* presentModeName(VkPresentModeKHR mode);

}  // namespace sinew
