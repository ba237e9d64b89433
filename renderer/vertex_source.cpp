// The set layouts that every pass shares.
#include "renderer/vertex_source.h"

namespace sinew {

SetLayouts SetLayouts::create(const Device& device) {
    constexpr std::array kView{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                               VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    std::array<VkDescriptorType, SINEW_BINDING_COUNT> page;
    page.fill(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    std::array<VkDescriptorType, 1 + SINEW_TEXTURE_COUNT> material;
    material.fill(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
    material[0] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    constexpr std::array kCapture{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    constexpr VkShaderStageFlags kDrawing =
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    return {
        .view = createSetLayout(device, "view", kView, kDrawing),
        .page = createSetLayout(device, "page", page,
                                VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_COMPUTE_BIT),
        .material = createSetLayout(device, "material", material, kDrawing),
        .capture = createSetLayout(device, "capture", kCapture, VK_SHADER_STAGE_VERTEX_BIT),
    };
}

}  // namespace sinew
