// Buffers and images with their memory; samplers, descriptor set layouts and pools.
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "renderer/device.h"

namespace sinew {

/// A buffer and its memory; mapped for its whole life unless it is for the device only. Move-only.
class Buffer {
public:
    struct Description {
        std::string name;
        uint64_t bytes = 0;  // rounded up to whole texels of 16 bytes, and to one at least
        VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        MemoryUse memory = MemoryUse::device;
    };
    static Buffer create(const Device& device, const Description& description);

    VkBuffer get() const { return buffer_.get(); }
    /// Of a uniform texel buffer: texels of 16 bytes, as many as the device allows.
    VkBufferView texels() const { return texels_.get(); }
    uint64_t bytes() const { return bytes_; }
    explicit operator bool() const { return static_cast<bool>(buffer_); }

    /// The mapped memory as `count` values of T from byte `offset` on; host-visible buffers only.
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
    std::byte* mapped_ = nullptr;
};

/// A 2D image (or array of them) with its memory and one view over all of it. Move-only.
class Image2D {
public:
    struct Description {
        std::string name;
        VkExtent2D extent{};
        VkFormat format = VK_FORMAT_R8G8B8A8_SRGB;
        VkImageUsageFlags usage = 0;
        uint32_t layers = 0;  // 0: a plain 2D view; otherwise an array view
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

/// Colour or depth, as the format says.
VkImageAspectFlags aspectOf(VkFormat format);

/// A view of one layer of an array image, to render into.
ImageView createLayerView(const Device& device, const Image2D& image, uint32_t layer);

/// Buffers and images of known size and content, filled through staging memory in one submission.
/// Collects copies, then `finish` waits for them: for load time, never inside a frame.
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
    /// RGBA8 rows from the top; a full mip chain is made with linear blits.
    Image2D texture(const std::string& name, VkExtent2D extent, std::span<const uint8_t> rgba,
                    VkFormat format);
    /// Texels of `format`, rows from the top; to be sampled by any stage.
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

/// A pool of short-lived command buffers, and its one buffer.
CommandPool createCommandPool(const Device& device, VkCommandBuffer& commands);
/// Empties the pool and begins its buffer, to be submitted once.
void beginOnce(const Device& device, const CommandPool& pool, VkCommandBuffer commands);

/// One command buffer that is recorded, submitted and waited for.
class OneShot {
public:
    explicit OneShot(const Device& device);
    VkCommandBuffer commands() const { return commands_; }
    void submitAndWait();

private:
    const Device* device_;
    CommandPool pool_;
    Fence fence_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

/// Runs `record(commandBuffer)` once and waits; for load time and readback.
template <typename Record>
void runOnce(const Device& device, Record&& record) {
    OneShot once(device);
    record(once.commands());
    once.submitAndWait();
}

/// A host-visible copy of `bytes` of a buffer, from byte `offset` on; waits for the GPU.
Buffer copyToHost(const Device& device, const Buffer& from, uint64_t offset, uint64_t bytes);
/// `count` values of T from byte `offset` of a buffer on; waits for the GPU.
template <typename T>
std::vector<T> readBack(const Device& device, const Buffer& from, uint64_t offset, uint64_t count) {
    const Buffer host = copyToHost(device, from, offset, count * sizeof(T));
    const std::span<T> values = host.mapped<T>(0, count);
    return {values.begin(), values.end()};
}

struct SamplerDescription {
    VkFilter magFilter = VK_FILTER_LINEAR;
    VkFilter minFilter = VK_FILTER_LINEAR;
    VkSamplerAddressMode addressU = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    VkSamplerAddressMode addressV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    VkSamplerMipmapMode mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    bool mipmapped = true;
    bool compare = false;  // less-or-equal, for shadow maps
};
Sampler createSampler(const Device& device, const SamplerDescription& description);

/// A layout whose binding i is bindings[i], one descriptor each.
SetLayout createSetLayout(const Device& device, const std::string& name,
                          std::span<const VkDescriptorType> bindings, VkShaderStageFlags stages);

/// A pool for `setCount` sets with at most `perType` descriptors of each type that we use.
DescriptorPool createDescriptorPool(const Device& device, uint32_t setCount, uint32_t perType);
VkDescriptorSet allocateSet(const Device& device, const DescriptorPool& pool,
                            VkDescriptorSetLayout layout, const std::string& name);
inline VkDescriptorSet allocateSet(const Device& device, const DescriptorPool& pool,
                                   const SetLayout& layout, const std::string& name) {
    return allocateSet(device, pool, layout.get(), name);
}

/// What a shader's binding refers to: a buffer, a range of one, or an image that it samples.
struct Descriptor {
    Descriptor() = default;
    Descriptor(const Buffer& whole)
        : buffer{whole.get(), 0, VK_WHOLE_SIZE}, texels(whole.texels()) {}
    Descriptor(const Buffer& from, VkDeviceSize offset, VkDeviceSize range)
        : buffer{from.get(), offset, range} {}
    Descriptor(const Image2D& sampled, const Sampler& sampler)
        : image{sampler.get(), sampled.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL} {}
    explicit operator bool() const { return buffer.buffer || image.imageView; }

    VkDescriptorBufferInfo buffer{};
    VkDescriptorImageInfo image{};
    VkBufferView texels = VK_NULL_HANDLE;  // for uniform texel buffers
};

PipelineLayout createPipelineLayout(const Device& device,
                                    std::span<const VkDescriptorSetLayout> sets,
                                    VkShaderStageFlags pushStages, uint32_t pushBytes);
inline PipelineLayout createPipelineLayout(const Device& device,
                                           std::initializer_list<VkDescriptorSetLayout> sets,
                                           VkShaderStageFlags pushStages, uint32_t pushBytes) {
    return createPipelineLayout(device, std::span(sets.begin(), sets.size()), pushStages,
                                pushBytes);
}

}  // namespace sinew
