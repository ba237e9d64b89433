// The Vulkan instance, the validation layer and its messages.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "renderer/device/vulkan.h"

namespace sinew {

/// Thrown if there is no Vulkan loader, driver or device. The message names a package to install.
struct NoVulkan : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Counts validation messages; each is also printed to stderr.
struct ValidationLog {
    std::atomic<uint32_t> messages{0};
};

/// VkInstance. On request it enables the Khronos validation layer with synchronization validation.
/// Move-only; must outlive every Device that is created from it.
class Instance {
public:
    struct Options {
        bool validation = false;
        std::vector<const char*> extensions;  // for the window system; empty: headless
    };

    /// Throws NoVulkan, or std::runtime_error if Vulkan 1.3 or the requested layer is missing.
    static Instance create(const Options& options);
    Instance() = default;
    Instance(Instance&& other) noexcept;
    Instance& operator=(Instance&& other) noexcept;
    ~Instance();

    VkInstance get() const { return instance_; }
    bool validated() const { return validation_; }
    uint32_t validationMessages() const { return log_ ? log_->messages.load() : 0; }

private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    bool validation_ = false;
    std::unique_ptr<ValidationLog> log_;
};

}  // namespace sinew
