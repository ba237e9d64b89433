// The Vulkan instance, the validation layer and its messages.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "renderer/vulkan.h"

namespace sinew {

/// There is no loader, driver or device. The message says which package to install.
struct NoVulkan : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Counts validation messages; each is also printed to stderr.
struct ValidationLog {
    std::atomic<uint32_t> messages{0};
};

/// VkInstance. In checked builds or on request it enables the Khronos validation layer with
/// synchronization validation. Move-only; outlives every Device made from it.
class Instance {
public:
    struct Options {
        bool validation = false;
        std::vector<const char*> extensions;  // required by the window system; none: headless
    };

    /// Throws NoVulkan, and std::runtime_error without Vulkan 1.3 or the validation layer.
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
