// A window's surface and its swapchain images.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "renderer/device/instance.h"
#include "renderer/frame_ring.h"
#include "renderer/passes/target.h"

namespace sinew {

/// Owns a VkSurfaceKHR. Move-only. The instance must outlive the surface, and the surface must
/// outlive its swapchain.
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

struct AcquiredImage {
    uint32_t index = 0;
    Target target;
    VkSemaphore acquired = VK_NULL_HANDLE;
    VkSemaphore done = VK_NULL_HANDLE;
};

class Swapchain {
public:
    /// Chooses an sRGB-encoding format, because shaders write linear colour. Creates no images yet.
    /// Throws std::runtime_error with the surface's formats if none fits.
    static Swapchain create(const Device& device, VkSurfaceKHR surface);

    /// Creates images of about `wanted` pixels; the surface may require another size. Waits for the
    /// device, because Vulkan 1.3 does not report when a presentation has released its image.
    /// Returns false, without images, while the window has no area.
    bool resize(const Device& device, VkExtent2D wanted, bool vsync);

    /// Returns the next image, or nothing if the images no longer fit the window. Then call
    /// resize() and retry.
    std::optional<AcquiredImage> acquire(const Device& device);
    void present(const Device& device, const AcquiredImage& image);

    /// True if the images fit these arguments, so that no resize() is needed.
    bool fits(VkExtent2D wanted, bool vsync) const {
        return !stale_ && wanted.width == wanted_.width && wanted.height == wanted_.height &&
               vsync == vsync_;
    }
    VkFormat format() const { return format_.format; }
    VkExtent2D extent() const { return extent_; }
    VkPresentModeKHR presentMode() const { return presentMode_; }

private:
    struct Image {
        VkImage image = VK_NULL_HANDLE;  // owned by the swapchain
        ImageView view;
        // A presentation may use this semaphore until its image is acquired again.
        Semaphore done;
    };

    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
    VkSurfaceFormatKHR format_{};
    VkPresentModeKHR presentMode_ = VK_PRESENT_MODE_FIFO_KHR;
    VkExtent2D extent_{};
    VkExtent2D wanted_{};  // requested; extent_ may differ
    bool vsync_ = true;    // requested; both values may give the same present mode
    bool stale_ = true;
    SwapchainHandle swapchain_;
    std::vector<Image> images_;
    // acquire() runs before the frame ring waits for a slot, so each frame in flight may still use
    // one semaphore. The next image needs another one.
    std::array<Semaphore, kFramesInFlight + 1> acquired_;
    uint32_t nextAcquired_ = 0;
};

const char* presentModeName(VkPresentModeKHR mode);

}  // namespace sinew
