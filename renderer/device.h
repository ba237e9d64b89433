// The Vulkan device: which one is taken and why, its limits, its memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "renderer/vulkan.h"

namespace sinew {

class Instance;

/// One physical device, and whether it can be used.
struct DeviceCandidate {
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    uint32_t queueFamily = 0;  // graphics and compute, and present where a surface was given
    VkPhysicalDeviceProperties properties{};
    std::string driver;   // name and version that the driver reports
    std::string verdict;  // why it can be used, or why not
    bool usable = false;
    int score = 0;  // higher is taken first
};

/// "discrete GPU", "integrated GPU", "virtual GPU", "CPU" or "other".
const char* deviceTypeName(VkPhysicalDeviceType type);

/// All devices, best first. `surface` may be VK_NULL_HANDLE. Throws std::runtime_error when there
/// is none.
std::vector<DeviceCandidate> rankDevices(const Instance& instance, VkSurfaceKHR surface);

/// The best usable device, or the one that `wanted` names (its index in the ranking or a part of
/// its name, case-insensitive). Throws std::runtime_error listing all devices with their verdicts.
DeviceCandidate chooseDevice(const Instance& instance, VkSurfaceKHR surface,
                             const std::string& wanted);

enum class MemoryUse {
    device,    // GPU only
    upload,    // written by the CPU front to back, read by the GPU
    readback,  // written by the GPU, read by the CPU
};

struct MemoryReport {
    uint64_t ours = 0;    // allocated by this program, bytes
    uint64_t used = 0;    // of the device-local heaps, all programs; 0 when the driver does not say
    uint64_t budget = 0;  // what this program may use of the device-local heaps
    std::vector<uint64_t> oursByHeap;
};

/// Storage buffers that a device must allow in a stage.
inline constexpr uint32_t kStorageBuffers = 16;

/// Limits of a lesser device, to test what the program does on one; zero and false
/// leave the device as it is.
struct AssumedLimits {
    uint32_t storageBuffers = 0;  // maxPerStageDescriptorStorageBuffers
    uint64_t storageBytes = 0;    // maxStorageBufferRange
    uint32_t uniformBytes = 0;    // maxUniformBufferRange
    uint32_t imageSide = 0;       // maxImageDimension2D
    uint32_t texels = 0;          // maxTexelBufferElements
    uint32_t memoryMiB = 0;       // budget of device memory, for this program alone
    bool noTransformFeedback = false;
    bool noVertexStores = false;
    bool noIndependentBlend = false;
    bool noIndirectFirstInstance = false;
    bool noMultiDrawIndirect = false;
    bool noPushDescriptors = false;
    bool noWireframe = false;
    bool noTimestamps = false;
    bool noPipelineStatistics = false;
};

/// Device memory that counts itself in Device::memory() while it lives. Move-only.
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

/// VkDevice with one queue. Move-only; outlives what is created on it.
class Device {
public:
    /// Optional features are taken when present; `has` tells which. The instance that ranked the
    /// candidate outlives the device.
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
        bool vertexStores = false;           // the capture pass needs them
        bool transformFeedback = false;      // method feedback needs it
        bool independentBlend = false;       // velocities beside a blended colour need it
        bool indirectFirstInstance = false;  // levels of detail need it
        bool multiDrawIndirect = false;      // several levels of detail in a call
        bool pushDescriptors = false;        // else sets are allocated in every frame
        bool wireframe = false;              // edges alone
        bool memoryBudget = false;
        bool pipelineStatistics = false;
        uint32_t timestampBits = 0;  // 0: no GPU times
    };
    const Features& has() const { return features_; }

    /// The largest buffer that one descriptor and one allocation can hold, bytes.
    uint64_t maxStorageBytes() const { return maxStorageBytes_; }
    /// Of a uniform texel buffer with texels of 16 bytes.
    uint64_t maxTexelBytes() const { return uint64_t{limits().maxTexelBufferElements} * 16; }
    uint64_t maxUniformBytes() const { return limits().maxUniformBufferRange; }
    /// The largest buffer that transform feedback can write, bytes; 0 without the feature.
    uint64_t maxFeedbackBytes() const { return maxFeedbackBytes_; }
    /// Behaves like a lesser device: lowers limits, never raises them, and takes features away.
    /// Throws std::runtime_error when such a device could not be used at all.
    void assume(const AssumedLimits& assumed);
    /// The largest of `wanted`, 4, 2, 1 samples that colour and depth targets both support.
    VkSampleCountFlagBits sampleCount(uint32_t wanted) const;

    /// Allocates for `requirements`; throws VulkanError naming `name`, what was asked for and
    /// what there is.
    Allocation allocate(const VkMemoryRequirements& requirements, MemoryUse use,
                        const std::string& name) const;
    MemoryReport memory() const;

    VkPipelineCache pipelineCache() const { return pipelineCache_.get(); }
    /// The cache's bytes, to keep between runs.
    std::vector<uint8_t> pipelineCacheData() const;
    /// Replaces the cache by stored bytes. Bytes of another device or driver are ignored.
    void loadPipelineCache(const std::vector<uint8_t>& data);

    /// Names an object for RenderDoc and the validation layer.
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
    uint64_t assumedBudget_ = 0;  // 0: the device's own
    uint64_t maxFeedbackBytes_ = 0;
    VkPhysicalDeviceMemoryProperties memoryProperties_{};
    using HeapBytes = std::array<std::atomic<uint64_t>, VK_MAX_MEMORY_HEAPS>;
    std::unique_ptr<HeapBytes> allocated_;
    PipelineCache pipelineCache_;
};

}  // namespace sinew
