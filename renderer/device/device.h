// The Vulkan device: selection, features, limits and memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "renderer/device/vulkan.h"

namespace sinew {

class Instance;

struct DeviceCandidate {
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    uint32_t queueFamily = 0;  // graphics, compute and, with a surface, present
    VkPhysicalDeviceProperties properties{};
    std::string driver;
    std::string verdict;  // reason why the device is usable, or why not
    bool usable = false;
    int score = 0;  // higher is preferred
};

/// Returns all devices, the best first. `surface` may be VK_NULL_HANDLE. Throws std::runtime_error
/// if there is no device.
std::vector<DeviceCandidate> rankDevices(const Instance& instance, VkSurfaceKHR surface);

/// Returns the best usable device, or the one that `wanted` names: an index into rankDevices() or a
/// part of a name, case-insensitive. Throws std::runtime_error if no device matches or the named
/// one is unusable; the message has the verdicts.
DeviceCandidate chooseDevice(const Instance& instance, VkSurfaceKHR surface,
                             const std::string& wanted);

enum class MemoryUse {
    device,
    upload,  // written sequentially by the CPU, read by the GPU
    readback,
};

struct MemoryReport {
    uint64_t ours = 0;
    uint64_t used = 0;    // bytes of device-local heaps, all programs; 0: unknown
    uint64_t budget = 0;  // bytes of device-local heaps available to this program
    std::vector<uint64_t> oursByHeap;
};

/// Required maxPerStageDescriptorStorageBuffers.
inline constexpr uint32_t kStorageBuffers = 16;

/// Limits of a simulated weaker device, for tests. Zero or false keeps the limit of the real
/// device.
struct AssumedLimits {
    uint32_t storageBuffers = 0;  // maxPerStageDescriptorStorageBuffers
    uint64_t storageBytes = 0;    // maxStorageBufferRange
    uint32_t uniformBytes = 0;    // maxUniformBufferRange
    uint32_t imageSide = 0;       // maxImageDimension2D
    uint32_t texels = 0;          // maxTexelBufferElements
    uint32_t memoryMiB = 0;       // budget of device memory for this program
    bool noTransformFeedback = false;
    bool noVertexStores = false;
    bool noIndependentBlend = false;
    bool noIndirectFirstInstance = false;
    bool noMultiDrawIndirect = false;
    bool noPushDescriptors = false;
    bool noWireframe = false;
    bool noTimestamps = false;
    bool noPipelineStatistics = false;
    bool noRayQuery = false;
};

/// Device memory. Device::memory() counts it as long as this object exists. Move-only.
class Allocation {
public:
    Allocation() = default;
    Allocation(DeviceMemory memory, uint64_t bytes, std::atomic<uint64_t>& total)
        : memory_(std::move(memory)), bytes_(bytes), total_(&total) {
        *total_ += bytes_;
    }
    Allocation(Allocation&& other) noexcept { *this = std::move(other); }
    Allocation& operator=(Allocation&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
        std::swap(total_, other.total_);
        return *this;
    }
    ~Allocation() {
        if (total_) *total_ -= bytes_;
    }
    VkDeviceMemory get() const { return memory_.get(); }
    uint64_t bytes() const { return bytes_; }

private:
    DeviceMemory memory_;
    uint64_t bytes_ = 0;
    std::atomic<uint64_t>* total_ = nullptr;
};

/// VkDevice with one queue. Move-only; must outlive all objects that are created from it.
class Device {
public:
    /// Creates a device with all optional features that it supports; has() returns them. The
    /// instance must outlive the device.
    static Device create(const DeviceCandidate& candidate, bool withSwapchain);
    Device(Device&& other) noexcept;
    Device& operator=(Device&& other) noexcept;
    ~Device();

    VkDevice get() const { return device_; }
    VkPhysicalDevice physical() const { return candidate_.physical; }
    VkQueue queue() const { return queue_; }
    uint32_t queueFamily() const { return candidate_.queueFamily; }
    const VkPhysicalDeviceLimits& limits() const { return candidate_.properties.limits; }
    const DeviceCandidate& info() const { return candidate_; }
    bool isCpu() const { return candidate_.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

    struct Features {
        bool depthClamp = false;
        bool samplerAnisotropy = false;
        bool vertexStores = false;  // for the capture pass
        bool transformFeedback = false;
        bool independentBlend = false;       // for motion vectors
        bool indirectFirstInstance = false;  // for LOD
        bool multiDrawIndirect = false;      // several draws per indirect call
        bool pushDescriptors = false;        // false: sets are allocated per frame
        bool wireframe = false;
        bool memoryBudget = false;
        bool pipelineStatistics = false;
        bool rayQuery = false;       // and acceleration structures, for traced shadows
        uint32_t timestampBits = 0;  // 0: no GPU times
    };
    const Features& has() const { return features_; }

    /// Returns the size in bytes of the largest buffer that one descriptor and one allocation
    /// support.
    uint64_t maxStorageBytes() const { return maxStorageBytes_; }
    /// Returns the size in bytes of the largest uniform texel buffer with 16-byte texels.
    uint64_t maxTexelBytes() const { return uint64_t{limits().maxTexelBufferElements} * 16; }
    uint64_t maxUniformBytes() const { return limits().maxUniformBufferRange; }
    /// Returns the size in bytes of the largest buffer that transform feedback can write; 0 without
    /// the feature.
    uint64_t maxFeedbackBytes() const { return maxFeedbackBytes_; }
    /// Returns the limits of acceleration structures; all are 0 without the feature rayQuery.
    const VkPhysicalDeviceAccelerationStructurePropertiesKHR& traceLimits() const {
        return traceLimits_;
    }
    /// Lowers limits and removes features, to behave like a weaker device. Throws
    /// std::runtime_error if such a device would be unusable.
    void assume(const AssumedLimits& assumed);
    /// Returns the largest sample count up to `wanted` that colour and depth targets both support.
    VkSampleCountFlagBits sampleCount(uint32_t wanted) const;

    /// Throws VulkanError if memory is exhausted. Its message has `name`, the requested size and
    /// the budget. `addressed`: shaders or acceleration structure builds read the memory by its
    /// device address.
    Allocation allocate(const VkMemoryRequirements& requirements, MemoryUse use,
                        const std::string& name, bool addressed = false) const;
    MemoryReport memory() const;

    VkPipelineCache pipelineCache() const { return pipelineCache_.get(); }
    std::vector<uint8_t> pipelineCacheData() const;
    /// Replaces the cache. Data of another device or driver is ignored.
    void loadPipelineCache(const std::vector<uint8_t>& data);

    void name(VkObjectType type, uint64_t handle, const std::string& name) const;
    template <typename T>
    void name(VkObjectType type, T handle, const std::string& text) const {
        name(type, reinterpret_cast<uint64_t>(handle), text);
    }
    void waitIdle() const;

private:
    Device() = default;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    DeviceCandidate candidate_;
    Features features_;
    uint64_t maxStorageBytes_ = 0;
    uint64_t assumedBudget_ = 0;  // 0: none is assumed
    uint64_t maxFeedbackBytes_ = 0;
    VkPhysicalDeviceAccelerationStructurePropertiesKHR traceLimits_{};
    VkPhysicalDeviceMemoryProperties memoryProperties_{};
    using HeapBytes = std::array<std::atomic<uint64_t>, VK_MAX_MEMORY_HEAPS>;
    std::unique_ptr<HeapBytes> allocated_;
    PipelineCache pipelineCache_;
};

/// Creates an object and names it. `create` is a Vulkan function, and `call` is its name.
template <typename Owner, typename Create, typename Info>
Owner createNamed(const Device& device, Create create, const char* call, const Info& info,
                  const std::string& name) {
    typename Owner::Object object = VK_NULL_HANDLE;
    const VkResult result = create(device.get(), &info, nullptr, &object);
    if (result < 0) throwVulkanError(result, call);
    device.name(Owner::kType, object, name);
    return Owner(device.get(), object);
}
#define VK_CREATE(Owner, function, device, info, name) \
    ::sinew::createNamed<Owner>(device, function, #function, info, name)

}  // namespace sinew
