// The set layouts that every pass shares, and how a batch's are bound.
#include "renderer/vertex_source.h"

namespace sinew {
namespace {

constexpr auto kSpecializationEntries = [] {
    std::array<VkSpecializationMapEntry, SINEW_CONSTANT_COUNT> entries{};
    for (uint32_t i = 0; i < entries.size(); ++i) {
        entries[i] = {i, i * static_cast<uint32_t>(sizeof(uint32_t)), sizeof(uint32_t)};
    }
    return entries;
}();

}  // namespace

VkSpecializationInfo specializationOf(const SkinVariant& variant) {
    return {SINEW_CONSTANT_SKIN_COUNT, kSpecializationEntries.data(), sizeof(variant), &variant};
}

VkSpecializationInfo specializationOf(const StageVariant& variant) {
    return {SINEW_CONSTANT_COUNT, kSpecializationEntries.data(), sizeof(variant), &variant};
}

void bindBatch(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
               std::span<const VkDescriptorSet> sets, const Batch& batch) {
    vkCmdBindDescriptorSets(commands, point, layout, 0, static_cast<uint32_t>(sets.size()),
                            sets.data(), static_cast<uint32_t>(batch.pageOffsets.size()),
                            batch.pageOffsets.data());
}

SetLayouts SetLayouts::create(const Device& device) {
    constexpr std::array kView{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                               VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    std::array<VkDescriptorType, SINEW_BINDING_BAKED_CLIPS + 1> page;
    page.fill(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
    page[SINEW_BINDING_UNIFORM_PALETTES] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    page[SINEW_BINDING_PREVIOUS_UNIFORM_PALETTES] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    page[SINEW_BINDING_BAKED_CLIPS] = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
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
