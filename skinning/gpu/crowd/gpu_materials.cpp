// Uploads materials. An image that is used as colour and as data is uploaded once per encoding.
#include "skinning/gpu/crowd/gpu_materials.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <tuple>

#include "shaders/shared/material.h"

namespace sinew {
namespace {

/// Alpha threshold for shadows of blended surfaces.
constexpr float kBlendedShadow = 0.5f;

VkSamplerAddressMode addressMode(Texture::Wrap wrap) {
    switch (wrap) {
        case Texture::Wrap::mirror:
            return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
        case Texture::Wrap::clamp:
            return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        default:
            return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    }
}

VkFilter filterOf(Texture::Filter filter) {
    return filter == Texture::Filter::nearest ? VK_FILTER_NEAREST : VK_FILTER_LINEAR;
}

/// Creates each image and sampler on first use.
class TextureMaker {
public:
    TextureMaker(const Device& device, Uploader& uploader, const Model& model,
                 std::vector<Image2D>& images, std::vector<Sampler>& samplers)
        : device_(device),
          uploader_(uploader),
          model_(model),
          images_(images),
          samplers_(samplers) {
        const std::vector<uint8_t> white{255, 255, 255, 255};
        images_.push_back(uploader.texture("white", {1, 1}, white, VK_FORMAT_R8G8B8A8_UNORM));
    }

    VkDescriptorImageInfo descriptor(const Texture& texture, bool color) {
        return {sampler(texture), view(texture, color), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    }

private:
    VkImageView view(const Texture& texture, bool color) {
        if (!texture) return images_[0].view();
        const auto [found, isNew] = imageOf_.try_emplace({texture.image, color}, images_.size());
        if (isNew) {
            const Image& image = model_.images[texture.image];
            images_.push_back(
                uploader_.texture(image.name, {image.width, image.height}, image.rgba,
                                  color ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM));
        }
        return images_[found->second].view();
    }

    VkSampler sampler(const Texture& texture) {
        const Key key{texture.wrapU, texture.wrapV, texture.magnified, texture.minified,
                      texture.mipmaps};
        const auto [found, isNew] = samplerOf_.try_emplace(key, samplers_.size());
        if (isNew) {
            samplers_.push_back(
                createSampler(device_, {.name = "texture",
                                        .magFilter = filterOf(texture.magnified),
                                        .minFilter = filterOf(texture.minified),
                                        .addressU = addressMode(texture.wrapU),
                                        .addressV = addressMode(texture.wrapV),
                                        .mipmapMode = texture.mipmaps == Texture::Mipmaps::linear
                                                          ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                        .mipmapped = texture.mipmaps != Texture::Mipmaps::none}));
        }
        return samplers_[found->second].get();
    }

    using Key = std::tuple<Texture::Wrap, Texture::Wrap, Texture::Filter, Texture::Filter,
                           Texture::Mipmaps>;
    const Device& device_;
    Uploader& uploader_;
    const Model& model_;
    std::vector<Image2D>& images_;
    std::vector<Sampler>& samplers_;
    std::map<std::pair<uint32_t, bool>, size_t> imageOf_;
    std::map<Key, size_t> samplerOf_;
};

gpu::MaterialConstants constantsOf(const Material& material) {
    gpu::MaterialConstants constants{.baseColor = material.baseColor,
                                     .emissive = material.emissive,
                                     .metallic = material.metallic,
                                     .roughness = material.roughness,
                                     .normalScale = material.normalScale,
                                     .occlusionStrength = material.occlusionStrength,
                                     .alphaCutoff = material.alpha == Material::Alpha::blend
                                                        ? kBlendedShadow
                                                        : material.alphaCutoff};
    const auto textures = material.textures();
    for (size_t slot = 0; slot < textures.size(); ++slot) {
        const glm::mat3x2& m = textures[slot]->imageFromUv;
        constants.textures[slot] = {
            .matrix = {m[0], m[1]}, .offset = m[2], .uvSet = textures[slot]->uvSet};
    }
    return constants;
}

void writeSet(const Device& device, VkDescriptorSet set, const VkDescriptorBufferInfo& constants,
              std::span<const VkDescriptorImageInfo> textures) {
    std::vector<VkWriteDescriptorSet> writes{{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                              .dstSet = set,
                                              .descriptorCount = 1,
                                              .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                              .pBufferInfo = &constants}};
    for (const VkDescriptorImageInfo& texture : textures) {
        writes.push_back({.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                          .dstSet = set,
                          .dstBinding = static_cast<uint32_t>(writes.size()),
                          .descriptorCount = 1,
                          .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                          .pImageInfo = &texture});
    }
    vkUpdateDescriptorSets(device.get(), static_cast<uint32_t>(writes.size()), writes.data(), 0,
                           nullptr);
}

void checkSizes(const Device& device, const Model& model) {
    const uint32_t side = device.limits().maxImageDimension2D;
    for (const Image& image : model.images) {
        if (image.width <= side && image.height <= side) continue;
        throw std::runtime_error(fmt::format(
            "{}: image '{}' is {} x {} pixels and the device allows {} per side; reduce its size",
            model.name, image.name, image.width, image.height, side));
    }
}

/// Returns the SINEW_DRAW_* bits of a material.
uint32_t materialFlags(const Material& material) {
    uint32_t flags = 0;
    const auto textures = material.textures();
    for (size_t slot = 0; slot < textures.size(); ++slot) {
        if (*textures[slot]) flags |= 1u << slot;
    }
    if (material.alpha == Material::Alpha::mask) flags |= SINEW_DRAW_MASK;
    if (material.alpha == Material::Alpha::blend) flags |= SINEW_DRAW_BLEND;
    if (material.unlit) flags |= SINEW_DRAW_UNLIT;
    return flags;
}

}  // namespace

GpuMaterials GpuMaterials::create(const Device& device, Uploader& uploader, const Model& model,
                                  const PassLayouts& layouts) {
    checkSizes(device, model);
    GpuMaterials result;
    const auto count = static_cast<uint32_t>(model.materials.size());
    const uint64_t alignment = device.limits().minUniformBufferOffsetAlignment;
    const uint64_t stride =
        (sizeof(gpu::MaterialConstants) + alignment - 1) / alignment * alignment;
    std::vector<std::byte> bytes(stride * count);
    for (uint32_t i = 0; i < count; ++i) {
        const gpu::MaterialConstants constants = constantsOf(model.materials[i]);
        std::memcpy(bytes.data() + i * stride, &constants, sizeof(constants));
    }
    result.constants_ = uploader.buffer("materials", bytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    result.pool_ = createDescriptorPool(device, "materials", count, count * SINEW_TEXTURE_COUNT);
    TextureMaker maker(device, uploader, model, result.images_, result.samplers_);
    for (uint32_t i = 0; i < count; ++i) {
        const Material& material = model.materials[i];
        const VkDescriptorSet set =
            allocateSet(device, result.pool_, layouts.material, material.name);
        std::vector<VkDescriptorImageInfo> textures;
        for (const Texture* texture : material.textures()) {
            textures.push_back(maker.descriptor(*texture, Material::isColor(textures.size())));
        }
        writeSet(device, set, {result.constants_.get(), i * stride, sizeof(gpu::MaterialConstants)},
                 textures);
        result.drawMaterials.push_back(
            {.set = set, .flags = materialFlags(material), .doubleSided = material.doubleSided});
    }
    return result;
}

}  // namespace sinew
