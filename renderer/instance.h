// The Vulkan instance, the validation layer and its messages.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "renderer/vulkan.h"

namespace sinew {

/// No loader, no driver or no device. The message says what to install.
struct NoVulkan : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Counts what the validation layer says; every message is also printed to stderr.
struct ValidationLog {
    std::atomic<uint32_t> messages{0};
};

/// VkInstance with, in checked builds or on request, the Khronos validation layer including
/// synchronization validation. Move-only; outlives every Device made from it.
class Instance {
public:
    struct Options {
        bool validation = false;
        std::vector<const char*> extensions;  // what the window system asks for; none when headless
    };

    /// Throws NoVulkan when there is no loader or driver, and std::runtime_error when there is no
    /// Vulkan 1.3 or no such layer.
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
