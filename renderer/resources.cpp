// Creates buffers, images, samplers and descriptor objects.
#include "renderer/resources.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "renderer/barrier.h"
#include "renderer/commands.h"

namespace sinew {

Buffer Buffer::create(const Device& device, const Description& description) {
    Buffer buffer;
    buffer.bytes_ = std::max<uint64_t>((description.bytes + 15) / 16 * 16, 16);
    const VkBufferUsageFlags usage =
        device.has().rayQuery ? description.usage : description.usage & ~kBuildInput;
    const bool addressed = (usage & kAddressed) != 0;
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = buffer.bytes_,
        .usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    buffer.buffer_ = VK_CREATE(BufferHandle, vkCreateBuffer, device, info, description.name);
    const VkBuffer handle = buffer.get();
    VkMemoryRequirements requirements{};
    vkGetBufferMemoryRequirements(device.get(), handle, &requirements);
    buffer.memory_ = device.allocate(requirements, description.memory, description.name, addressed);
    VK_CHECK(vkBindBufferMemory(device.get(), handle, buffer.memory_.get(), 0));
    if (addressed) {
        const VkBufferDeviceAddressInfo addressInfo{
            .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = handle};
        buffer.address_ = vkGetBufferDeviceAddress(device.get(), &addressInfo);
    }
    if (description.memory != MemoryUse::device) {
        void* pointer = nullptr;
        VK_CHECK(vkMapMemory(device.get(), buffer.memory_.get(), 0, VK_WHOLE_SIZE, 0, &pointer));
        buffer.mapped_ = static_cast<std::byte*>(pointer);
    }
    if ((description.usage & VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT) != 0) {
        const VkBufferViewCreateInfo view{
            .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
            .buffer = handle,
            .format = VK_FORMAT_R32G32B32A32_UINT,
            .range = std::min<uint64_t>(buffer.bytes_, device.maxTexelBytes()),
        };
        buffer.texels_ = VK_CREATE(BufferView, vkCreateBufferView, device, view, description.name);
    }
    return buffer;
}

Buffer copyToHost(const Device& device, const Buffer& from, uint64_t offset, uint64_t bytes) {
    Buffer host = Buffer::create(
        device, {.name = "read back", .bytes = bytes, .memory = MemoryUse::readback});
    runCommands(device, [&](VkCommandBuffer commands) {
        memoryBarrier(commands, access::kEverything, access::kCopyRead);
        const VkBufferCopy region{.srcOffset = offset, .size = bytes};
        vkCmdCopyBuffer(commands, from.get(), host.get(), 1, &region);
        memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
    });
    return host;
}

VkImageAspectFlags aspectOf(VkFormat format) {
    return format == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

Image2D Image2D::create(const Device& device, const Description& description) {
    Image2D image;
    image.extent_ = description.extent;
    image.format_ = description.format;
    image.samples_ = description.samples;
    const VkImageCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = description.format,
        .extent = {description.extent.width, description.extent.height, 1},
        .mipLevels = description.mipLevels,
        .arrayLayers = std::max(description.layers, 1u),
        .samples = description.samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = description.usage,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
    image.image_ = VK_CREATE(ImageHandle, vkCreateImage, device, info, description.name);
    const VkImage handle = image.get();
    VkMemoryRequirements requirements{};
    vkGetImageMemoryRequirements(device.get(), handle, &requirements);
    image.memory_ = device.allocate(requirements, MemoryUse::device, description.name);
    VK_CHECK(vkBindImageMemory(device.get(), handle, image.memory_.get(), 0));
    image.view_ = createView(device, description.name, handle, description.format,
                             description.layers ? kAllLayers : 0);
    return image;
}

ImageView createView(const Device& device, const std::string& name, VkImage image, VkFormat format,
                     uint32_t layer) {
    const bool all = layer == kAllLayers;
    const VkImageViewCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = image,
        .viewType = all ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {aspectOf(format), 0, VK_REMAINING_MIP_LEVELS, all ? 0 : layer,
                             all ? VK_REMAINING_ARRAY_LAYERS : 1},
    };
    return VK_CREATE(ImageView, vkCreateImageView, device, info, name);
}

CommandPool createCommandPool(const Device& device, const std::string& name,
                              VkCommandBuffer& commands) {
    const VkCommandPoolCreateInfo poolInfo{
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = device.queueFamily(),
    };
    CommandPool pool = VK_CREATE(CommandPool, vkCreateCommandPool, device, poolInfo, name);
    const VkCommandBufferAllocateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool.get(),
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VK_CHECK(vkAllocateCommandBuffers(device.get(), &info, &commands));
    device.name(VK_OBJECT_TYPE_COMMAND_BUFFER, commands, name);
    return pool;
}

Fence createFence(const Device& device, const std::string& name, VkFenceCreateFlags flags) {
    const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = flags};
    return VK_CREATE(Fence, vkCreateFence, device, info, name);
}

void beginOnce(const Device& device, const CommandPool& pool, VkCommandBuffer commands) {
    VK_CHECK(vkResetCommandPool(device.get(), pool.get(), 0));
    const VkCommandBufferBeginInfo info{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VK_CHECK(vkBeginCommandBuffer(commands, &info));
}

Buffer Uploader::buffer(const std::string& name, std::span<const std::byte> data,
                        VkBufferUsageFlags usage) {
    Buffer buffer = Buffer::create(*device_, {.name = name, .bytes = data.size(), .usage = usage});
    if (data.empty()) return buffer;
    Buffer staging = Buffer::create(*device_, {.name = name + " staging",
                                               .bytes = data.size(),
                                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                               .memory = MemoryUse::upload});
    std::memcpy(staging.mapped<std::byte>().data(), data.data(), data.size());
    buffers_.push_back({std::move(staging), buffer.get(), data.size()});
    return buffer;
}

Image2D Uploader::texture(const std::string& name, VkExtent2D extent, std::span<const uint8_t> rgba,
                          VkFormat format) {
    return image(name, extent, std::as_bytes(rgba), format,
                 static_cast<uint32_t>(std::bit_width(std::max(extent.width, extent.height))));
}

Image2D Uploader::image(const std::string& name, VkExtent2D extent,
                        std::span<const std::byte> texels, VkFormat format, uint32_t mipLevels) {
    Image2D image = Image2D::create(
        *device_, {.name = name,
                   .extent = extent,
                   .format = format,
                   .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                            VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                   .mipLevels = mipLevels});
    Buffer staging = Buffer::create(*device_, {.name = name + " staging",
                                               .bytes = texels.size(),
                                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                                               .memory = MemoryUse::upload});
    std::memcpy(staging.mapped<std::byte>().data(), texels.data(), texels.size());
    images_.push_back({std::move(staging), image.get(), extent, mipLevels});
    return image;
}

namespace {

void copyAndMakeMips(VkCommandBuffer commands, VkBuffer staging, VkImage image, VkExtent2D extent,
                     uint32_t mipLevels) {
    imageBarrier(commands, {.image = image,
                            .after = access::kCopyWrite | access::kBlitWrite,
                            .to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL});
    const VkBufferImageCopy region{
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {extent.width, extent.height, 1},
    };
    vkCmdCopyBufferToImage(commands, staging, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                           &region);
    auto size = [&](uint32_t mip) {
        return VkOffset3D{static_cast<int32_t>(std::max(extent.width >> mip, 1u)),
                          static_cast<int32_t>(std::max(extent.height >> mip, 1u)), 1};
    };
    for (uint32_t mip = 0; mip < mipLevels; ++mip) {
        if (mip > 0) {
            const VkImageBlit blit{
                .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip - 1, 0, 1},
                .srcOffsets = {{0, 0, 0}, size(mip - 1)},
                .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, 1},
                .dstOffsets = {{0, 0, 0}, size(mip)},
            };
            vkCmdBlitImage(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &blit, VK_FILTER_LINEAR);
        }
        imageBarrier(commands, {.image = image,
                                .before = access::kCopyWrite | access::kBlitWrite,
                                .from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                .after = access::kBlitRead,
                                .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                .firstMip = mip,
                                .mipCount = 1});
    }
    imageBarrier(commands, {.image = image,
                            .before = access::kBlitRead,
                            .from = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                            .after = access::kFragmentSample,
                            .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
}

}  // namespace

void Uploader::finish() {
    runCommands(*device_, [&](VkCommandBuffer commands) {
        for (const BufferCopy& copy : buffers_) {
            const VkBufferCopy region{.size = copy.bytes};
            vkCmdCopyBuffer(commands, copy.staging.get(), copy.destination, 1, &region);
        }
        for (const ImageCopy& copy : images_) {
            copyAndMakeMips(commands, copy.staging.get(), copy.destination, copy.extent,
                            copy.mipLevels);
        }
        memoryBarrier(commands, access::kCopyWrite, access::kEverything);
    });
    buffers_.clear();
    images_.clear();
}

Sampler createSampler(const Device& device, const SamplerDescription& description) {
    const bool anisotropic = device.has().samplerAnisotropy && description.mipmapped &&
                             description.magFilter == VK_FILTER_LINEAR &&
                             description.minFilter == VK_FILTER_LINEAR && !device.isCpu();
    const VkSamplerCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = description.magFilter,
        .minFilter = description.minFilter,
        .mipmapMode = description.mipmapMode,
        .addressModeU = description.addressU,
        .addressModeV = description.addressV,
        .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        .anisotropyEnable = anisotropic,
        .maxAnisotropy = anisotropic ? std::min(8.0f, device.limits().maxSamplerAnisotropy) : 1.0f,
        .compareEnable = description.compare,
        .compareOp = VK_COMPARE_OP_LESS_OR_EQUAL,
        .maxLod =
            description.mipmapped ? VK_LOD_CLAMP_NONE : 0.25f,  // 0 would disable minification
        .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
    };
    return VK_CREATE(Sampler, vkCreateSampler, device, info, description.name);
}

SetLayout createSetLayout(const Device& device, const std::string& name,
                          std::span<const VkDescriptorSetLayoutBinding> bindings,
                          VkDescriptorSetLayoutCreateFlags flags) {
    const VkDescriptorSetLayoutCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = flags,
        .bindingCount = static_cast<uint32_t>(bindings.size()),
        .pBindings = bindings.data(),
    };
    return VK_CREATE(SetLayout, vkCreateDescriptorSetLayout, device, info, name);
}

SetLayout createSetLayout(const Device& device, const std::string& name,
                          std::span<const VkDescriptorType> types, VkShaderStageFlags stages) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const VkDescriptorType type : types) {
        bindings.push_back({.binding = static_cast<uint32_t>(bindings.size()),
                            .descriptorType = type,
                            .descriptorCount = 1,
                            .stageFlags = stages});
    }
    return createSetLayout(device, name, bindings);
}

DescriptorPool createDescriptorPool(const Device& device, const std::string& name,
                                    uint32_t setCount, uint32_t perType) {
    std::vector<VkDescriptorPoolSize> sizes{
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, perType},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, perType},
        {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, perType},
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, perType},
    };
    if (device.has().rayQuery) {
        sizes.push_back({VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, perType});
    }
    const VkDescriptorPoolCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = setCount,
        .poolSizeCount = static_cast<uint32_t>(sizes.size()),
        .pPoolSizes = sizes.data(),
    };
    return VK_CREATE(DescriptorPool, vkCreateDescriptorPool, device, info, name);
}

VkDescriptorSet allocateSet(const Device& device, const DescriptorPool& pool,
                            const SetLayout& layout, const std::string& name) {
    const VkDescriptorSetLayout handle = layout.get();
    const VkDescriptorSetAllocateInfo info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool.get(),
        .descriptorSetCount = 1,
        .pSetLayouts = &handle,
    };
    VkDescriptorSet set = VK_NULL_HANDLE;
    VK_CHECK(vkAllocateDescriptorSets(device.get(), &info, &set));
    device.name(VK_OBJECT_TYPE_DESCRIPTOR_SET, set, name);
    return set;
}

PipelineLayout createPipelineLayout(const Device& device, const std::string& name,
                                    std::span<const VkDescriptorSetLayout> sets,
                                    VkShaderStageFlags pushStages, uint32_t pushBytes) {
    const VkPushConstantRange range{pushStages, 0, pushBytes};
    const VkPipelineLayoutCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = static_cast<uint32_t>(sets.size()),
        .pSetLayouts = sets.data(),
        .pushConstantRangeCount = pushBytes ? 1u : 0u,
        .pPushConstantRanges = &range,
    };
    return VK_CREATE(PipelineLayout, vkCreatePipelineLayout, device, info, name);
}

}  // namespace sinew
