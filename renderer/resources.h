// Buffers and images with their memory; samplers, descriptor set layouts and pools.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "renderer/device/device.h"

namespace sinew {

/// A buffer with its memory. Host-visible buffers stay mapped. Move-only.
class Buffer {
public:
    struct Description {
        std::string name;
        uint64_t bytes = 0;  // rounded up to a multiple of 16, at least 16
        VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        MemoryUse memory = MemoryUse::device;
    };
    static Buffer create(const Device& device, const Description& description);

    VkBuffer get() const { return buffer_.get(); }
    /// Returns the view of a uniform texel buffer with 16-byte texels, limited to the device's
    /// maximum.
    VkBufferView texels() const { return texels_.get(); }
    uint64_t bytes() const { return bytes_; }
    /// Returns the device address if the usage has kAddressed and the device has ray queries, else
    /// 0.
    VkDeviceAddress address() const { return address_; }
    explicit operator bool() const { return static_cast<bool>(buffer_); }

    /// Returns `count` values of T from byte `offset`. The buffer must be host-visible.
    template <typename T>
    std::span<T> mapped(uint64_t offset, uint64_t count) const {
        return {reinterpret_cast<T*>(mapped_ + offset), static_cast<size_t>(count)};
    }
    template <typename T>
    std::span<T> mapped() const {
        return mapped<T>(0, bytes_ / sizeof(T));
    }

private:
    Allocation memory_;
    BufferHandle buffer_;
    BufferView texels_;
    uint64_t bytes_ = 0;
    VkDeviceAddress address_ = 0;
    std::byte* mapped_ = nullptr;
};

/// Usage: shaders or acceleration structure builds read the buffer by its device address. Ignored
/// without ray queries.
inline constexpr VkBufferUsageFlags kAddressed = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
/// Usage: vertices, indices or instances from which acceleration structures are built.
inline constexpr VkBufferUsageFlags kBuildInput =
    kAddressed | VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR;

/// A 2D image or 2D array with its memory and a view of all layers. Move-only.
class Image2D {
public:
    struct Description {
        std::string name;
        VkExtent2D extent{};
        VkFormat format = VK_FORMAT_R8G8B8A8_SRGB;
        VkImageUsageFlags usage = 0;
        uint32_t layers = 0;  // 0: a 2D view; else an array view
        uint32_t mipLevels = 1;
        VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    };
    static Image2D create(const Device& device, const Description& description);

    VkImage get() const { return image_.get(); }
    VkImageView view() const { return view_.get(); }
    VkExtent2D extent() const { return extent_; }
    VkFormat format() const { return format_; }
    VkSampleCountFlagBits samples() const { return samples_; }

private:
    Allocation memory_;
    ImageHandle image_;
    ImageView view_;
    VkExtent2D extent_{};
    VkFormat format_ = VK_FORMAT_UNDEFINED;
    VkSampleCountFlagBits samples_ = VK_SAMPLE_COUNT_1_BIT;
};

VkImageAspectFlags aspectOf(VkFormat format);

inline constexpr uint32_t kAllLayers = VK_REMAINING_ARRAY_LAYERS;
/// Creates a view of one layer of an image; kAllLayers: an array of all its layers.
ImageView createView(const Device& device, const std::string& name, VkImage image, VkFormat format,
                     uint32_t layer = 0);

/// Creates buffers and images through staging memory. finish() submits the copies and waits. For
/// load time, not inside a frame.
class Uploader {
public:
    explicit Uploader(const Device& device) : device_(&device) {}

    Buffer buffer(const std::string& name, std::span<const std::byte> data,
                  VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    template <typename T>
    Buffer buffer(const std::string& name, const std::vector<T>& data,
                  VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {
        return buffer(name, std::as_bytes(std::span(data)), usage);
    }
    /// Creates a texture from RGBA8 texels, top row first, with a full mip chain (linear blits).
    Image2D texture(const std::string& name, VkExtent2D extent, std::span<const uint8_t> rgba,
                    VkFormat format);
    Image2D image(const std::string& name, VkExtent2D extent, std::span<const std::byte> texels,
                  VkFormat format, uint32_t mipLevels = 1);
    void finish();

private:
    struct BufferCopy {
        Buffer staging;
        VkBuffer destination;
        uint64_t bytes;
    };
    struct ImageCopy {
        Buffer staging;
        VkImage destination;
        VkExtent2D extent;
        uint32_t mipLevels;
    };
    const Device* device_;
    std::vector<BufferCopy> buffers_;
    std::vector<ImageCopy> images_;
};

/// Creates a pool of transient command buffers and allocates one command buffer from it. Both get
/// the same name.
CommandPool createCommandPool(const Device& device, const std::string& name,
                              VkCommandBuffer& commands);
Fence createFence(const Device& device, const std::string& name, VkFenceCreateFlags flags);
/// Resets the pool and begins its command buffer for one submission.
void beginOnce(const Device& device, const CommandPool& pool, VkCommandBuffer commands);

/// Copies `bytes` bytes from `offset` to a host-visible buffer. Waits for the GPU.
Buffer copyToHost(const Device& device, const Buffer& from, uint64_t offset, uint64_t bytes);
/// Reads `count` values of T from byte `offset`. Waits for the GPU.
template <typename T>
std::vector<T> readBack(const Device& device, const Buffer& from, uint64_t offset, uint64_t count) {
    const Buffer host = copyToHost(device, from, offset, count * sizeof(T));
    const std::span<T> values = host.mapped<T>(0, count);
    return {values.begin(), values.end()};
}

struct SamplerDescription {
    std::string name;
    VkFilter magFilter = VK_FILTER_LINEAR;
    VkFilter minFilter = VK_FILTER_LINEAR;
    VkSamplerAddressMode addressU = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    VkSamplerAddressMode addressV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    VkSamplerMipmapMode mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    bool mipmapped = true;
    bool compare = false;  // less-or-equal, for shadow maps
};
Sampler createSampler(const Device& device, const SamplerDescription& description);

SetLayout createSetLayout(const Device& device, const std::string& name,
                          std::span<const VkDescriptorSetLayoutBinding> bindings,
                          VkDescriptorSetLayoutCreateFlags flags = 0);
/// Creates a layout with one descriptor per type. `stages`: of all bindings.
SetLayout createSetLayout(const Device& device, const std::string& name,
                          std::span<const VkDescriptorType> types, VkShaderStageFlags stages);

/// Creates a pool for `setCount` sets with at most `perType` descriptors of each type.
DescriptorPool createDescriptorPool(const Device& device, const std::string& name,
                                    uint32_t setCount, uint32_t perType);
VkDescriptorSet allocateSet(const Device& device, const DescriptorPool& pool,
                            const SetLayout& layout, const std::string& name);

struct Descriptor {
    Descriptor() = default;
    Descriptor(const Buffer& entire)
        : buffer{entire.get(), 0, VK_WHOLE_SIZE}, texels(entire.texels()) {}
    Descriptor(const Buffer& from, VkDeviceSize offset, VkDeviceSize range)
        : buffer{from.get(), offset, range} {}
    Descriptor(const Image2D& sampled, const Sampler& sampler)
        : image{sampler.get(), sampled.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL} {}
    explicit Descriptor(VkAccelerationStructureKHR topLevel) : structure(topLevel) {}
    explicit operator bool() const { return buffer.buffer || image.imageView || structure; }

    VkDescriptorBufferInfo buffer{};
    VkDescriptorImageInfo image{};
    VkBufferView texels = VK_NULL_HANDLE;
    VkAccelerationStructureKHR structure = VK_NULL_HANDLE;
};

PipelineLayout createPipelineLayout(const Device& device, const std::string& name,
                                    std::span<const VkDescriptorSetLayout> sets,
                                    VkShaderStageFlags pushStages, uint32_t pushBytes);
inline PipelineLayout createPipelineLayout(const Device& device, const std::string& name,
                                           std::initializer_list<VkDescriptorSetLayout> sets,
                                           VkShaderStageFlags pushStages, uint32_t pushBytes) {
    return createPipelineLayout(device, name, std::span(sets.begin(), sets.size()), pushStages,
                                pushBytes);
}

}  // namespace sinew
