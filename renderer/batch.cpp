// The layouts that passes share, and how a batch is bound.
#include "renderer/batch.h"

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

VkSpecializationInfo specializationOf(const StageVariant& variant) {
    return {SINEW_CONSTANT_COUNT, kSpecializationEntries.data(), sizeof(variant), &variant};
}

VkSpecializationInfo specializationOf(const StageConstants& constants) {
    return {SINEW_CONSTANT_STAGE_COUNT, kSpecializationEntries.data(), sizeof(constants),
            &constants};
}

PassLayouts PassLayouts::create(const Device& device) {
    constexpr std::array kView{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                               VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    std::array<VkDescriptorType, 1 + SINEW_TEXTURE_COUNT> material;
    material.fill(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
    material[0] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    constexpr std::array kCapture{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    constexpr VkShaderStageFlags kDrawing =
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    return {
        .view = createSetLayout(device, "view", kView, kDrawing),
        .material = createSetLayout(device, "material", material, kDrawing),
        .capture = createSetLayout(device, "capture", kCapture, VK_SHADER_STAGE_VERTEX_BIT),
    };
}

VkPipelineLayout StagePipelineLayouts::prepare(const Device& device, const VertexStage& stage) {
    PipelineLayout& layout = layouts_[{stage.shared, stage.varying}];
    if (!layout) {
        const VkDescriptorSetLayout sets[] = {before_, stage.shared, stage.varying, after_};
        layout = createPipelineLayout(device, std::span(sets, after_ ? 4 : 3),
                                      VK_SHADER_STAGE_VERTEX_BIT, sizeof(BatchConstants));
    }
    return layout.get();
}

VkPipelineLayout StagePipelineLayouts::of(const VertexStage& stage) const {
    return layouts_.at({stage.shared, stage.varying}).get();
}

void bindBatch(VkCommandBuffer commands, VkPipelineLayout layout, VkDescriptorSet before,
               const Batch& batch, VkDescriptorSet material) {
    const VkDescriptorSet sets[] = {before, batch.shared, batch.varying, material};
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, material ? 4 : 3,
                            sets, batch.offsetCount, batch.offsets.data());
}

void pushBatch(VkCommandBuffer commands, VkPipelineLayout layout, const Batch& batch,
               const gpu::DrawConstants& draw) {
    const BatchConstants constants{batch.constants, draw};
    vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
}

}  // namespace sinew
