// The layouts that passes share, and how a batch is bound.
#include "renderer/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

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

std::string shaderNameOf(std::string_view pass, const VertexStage& stage) {
    return fmt::format("{}.{}.vert", pass, stage.source);
}

const VkPipelineVertexInputStateCreateInfo* vertexInputOf(const VertexStage& stage) {
    static constexpr VkVertexInputAttributeDescription kEntry{
        .location = 0, .binding = 0, .format = VK_FORMAT_R32_UINT};
    static constexpr VkVertexInputBindingDescription kBindings[] = {
        {.binding = 0, .stride = 0, .inputRate = VK_VERTEX_INPUT_RATE_INSTANCE},
        {.binding = 0, .stride = sizeof(uint32_t), .inputRate = VK_VERTEX_INPUT_RATE_INSTANCE}};
    constexpr auto inputOf = [](const VkVertexInputBindingDescription& binding) {
        return VkPipelineVertexInputStateCreateInfo{
            .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
            .vertexBindingDescriptionCount = 1,
            .pVertexBindingDescriptions = &binding,
            .vertexAttributeDescriptionCount = 1,
            .pVertexAttributeDescriptions = &kEntry};
    };
    static constexpr VkPipelineVertexInputStateCreateInfo kInputs[] = {inputOf(kBindings[0]),
                                                                       inputOf(kBindings[1])};
    return &kInputs[stage.listed ? 1 : 0];
}

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

/// Without lists the stage reads nothing, but the binding must have a buffer.
static void bindEntries(VkCommandBuffer commands, const Batch& batch, uint32_t list) {
    const VkBuffer entries = batch.lists.numbers ? batch.lists.numbers : batch.indices;
    vkCmdBindVertexBuffers(commands, 0, 1, &entries, &batch.lists.of[list].firstNumber);
}

void bindStreams(VkCommandBuffer commands, const Batch& batch, uint32_t list) {
    vkCmdBindIndexBuffer(commands, batch.indices, 0, VK_INDEX_TYPE_UINT32);
    bindEntries(commands, batch, list);
}

uint32_t drawRun(VkCommandBuffer commands, const Batch& batch, uint32_t list, uint32_t first,
                 uint32_t end) {
    if (!batch.lists) {
        const Draw& draw = batch.draws[first];
        vkCmdDrawIndexed(commands, draw.indexCount, batch.instanceCount, draw.firstIndex, 0,
                         batch.firstInstance);
        return 1;
    }
    const auto& [numbers, arguments, of, levels, atOnce, firstSingle] = batch.lists;
    uint32_t calls = 0;
    for (uint32_t next = first * levels, left = (end - first) * levels; left > 0; ++calls) {
        const uint32_t count = std::min(left, atOnce);
        vkCmdDrawIndexedIndirect(commands, arguments,
                                 of[list].firstArgument + VkDeviceSize{next} * kArgumentBytes,
                                 count, kArgumentBytes);
        next += count;
        left -= count;
    }
    return calls;
}

void drawSingle(VkCommandBuffer commands, const Batch& batch, uint32_t draw, uint32_t instance) {
    if (!batch.lists) {
        const Draw& drawn = batch.draws[draw];
        vkCmdDrawIndexed(commands, drawn.indexCount, 1, drawn.firstIndex, 0, instance);
        return;
    }
    const VkDeviceSize place = VkDeviceSize{instance} * batch.draws.size() + draw;
    vkCmdDrawIndexedIndirect(commands, batch.lists.arguments,
                             batch.lists.firstSingle + place * kArgumentBytes, 1, kArgumentBytes);
}

void drawPoints(VkCommandBuffer commands, const Batch& batch) {
    bindEntries(commands, batch, SINEW_LIST_ANY);
    if (!batch.lists) {
        vkCmdDraw(commands, batch.vertexCount, batch.instanceCount, 0, batch.firstInstance);
        return;
    }
    vkCmdDrawIndirect(commands, batch.lists.arguments, batch.lists.of[SINEW_LIST_ANY].firstArgument,
                      1, kArgumentBytes);
}

}  // namespace sinew
