// Vulkan through volk: entry points, checked results, owned handles.
#pragma once

#include <volk.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace sinew {

/// A failed Vulkan call. The text names the call, the object and a remedy.
class VulkanError : public std::runtime_error {
public:
    VulkanError(VkResult failure, const std::string& text)
        : std::runtime_error(text), result(failure) {}
    VkResult result;
};

/// The GPU stopped responding, so the program ends; only main() catches this exception. It does not
/// derive from std::runtime_error, because handlers of that show a message and continue.
class DeviceLost : public std::exception {
public:
    explicit DeviceLost(const char* call);
    const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

/// Returns the enumerator's name, such as "VK_ERROR_OUT_OF_DEVICE_MEMORY".
const char* resultName(VkResult result);
[[noreturn]] void throwVulkanError(VkResult result, const char* call);

/// Throws if a call fails, in every build type: an ignored error would only show later as a wrong
/// image.
#define VK_CHECK(call)                                                          \
    do {                                                                        \
        const VkResult vkCheckResult = (call);                                  \
        if (vkCheckResult < 0) ::sinew::throwVulkanError(vkCheckResult, #call); \
    } while (false)

/// Owns one object of a device. `Destroy` is the address of volk's pointer to the Vulkan function
/// that destroys the object.
template <typename T, auto* Destroy, VkObjectType type = VK_OBJECT_TYPE_UNKNOWN>
class Handle {
public:
    using Object = T;
    static constexpr VkObjectType kType = type;

    Handle() = default;
    Handle(VkDevice device, T handle) : device_(device), handle_(handle) {}
    Handle(Handle&& other) noexcept
        : device_(other.device_), handle_(std::exchange(other.handle_, VK_NULL_HANDLE)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() {
        if (handle_ != VK_NULL_HANDLE) (*Destroy)(device_, handle_, nullptr);
    }

    T get() const { return handle_; }
    explicit operator bool() const { return handle_ != VK_NULL_HANDLE; }

private:
    VkDevice device_ = VK_NULL_HANDLE;
    T handle_ = VK_NULL_HANDLE;
};

using BufferHandle = Handle<VkBuffer, &vkDestroyBuffer, VK_OBJECT_TYPE_BUFFER>;
using BufferView = Handle<VkBufferView, &vkDestroyBufferView, VK_OBJECT_TYPE_BUFFER_VIEW>;
using ImageHandle = Handle<VkImage, &vkDestroyImage, VK_OBJECT_TYPE_IMAGE>;
using ImageView = Handle<VkImageView, &vkDestroyImageView, VK_OBJECT_TYPE_IMAGE_VIEW>;
using DeviceMemory = Handle<VkDeviceMemory, &vkFreeMemory>;
using Sampler = Handle<VkSampler, &vkDestroySampler, VK_OBJECT_TYPE_SAMPLER>;
using ShaderModule = Handle<VkShaderModule, &vkDestroyShaderModule, VK_OBJECT_TYPE_SHADER_MODULE>;
using Pipeline = Handle<VkPipeline, &vkDestroyPipeline, VK_OBJECT_TYPE_PIPELINE>;
using PipelineLayout =
    Handle<VkPipelineLayout, &vkDestroyPipelineLayout, VK_OBJECT_TYPE_PIPELINE_LAYOUT>;
using PipelineCache =
    Handle<VkPipelineCache, &vkDestroyPipelineCache, VK_OBJECT_TYPE_PIPELINE_CACHE>;
using SetLayout = Handle<VkDescriptorSetLayout, &vkDestroyDescriptorSetLayout,
                         VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT>;
using DescriptorPool =
    Handle<VkDescriptorPool, &vkDestroyDescriptorPool, VK_OBJECT_TYPE_DESCRIPTOR_POOL>;
using QueryPool = Handle<VkQueryPool, &vkDestroyQueryPool, VK_OBJECT_TYPE_QUERY_POOL>;
using CommandPool = Handle<VkCommandPool, &vkDestroyCommandPool, VK_OBJECT_TYPE_COMMAND_POOL>;
using AccelerationStructureHandle =
    Handle<VkAccelerationStructureKHR, &vkDestroyAccelerationStructureKHR,
           VK_OBJECT_TYPE_ACCELERATION_STRUCTURE_KHR>;
using Fence = Handle<VkFence, &vkDestroyFence, VK_OBJECT_TYPE_FENCE>;
using Semaphore = Handle<VkSemaphore, &vkDestroySemaphore, VK_OBJECT_TYPE_SEMAPHORE>;
using SwapchainHandle =
    Handle<VkSwapchainKHR, &vkDestroySwapchainKHR, VK_OBJECT_TYPE_SWAPCHAIN_KHR>;

}  // namespace sinew
