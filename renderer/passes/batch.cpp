// Creates the layouts that all passes share; binds and draws batches.
#include "renderer/passes/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/material.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"

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
    return fmt::format("{}{}{}.vert", pass, pass.empty() ? "" : ".", stage.source);
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
    std::vector<VkDescriptorType> view{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                                       VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER};
    if (device.has().rayQuery) view.push_back(VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR);
    std::array<VkDescriptorType, 1 + SINEW_TEXTURE_COUNT> material;
    material.fill(VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
    material[0] = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    constexpr VkShaderStageFlags kDrawing =
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    return {
        .view = createSetLayout(device, "view", view, kDrawing),
        .material = createSetLayout(device, "material", material, kDrawing),
    };
}

StageLayouts::StageLayouts() = default;
StageLayouts::StageLayouts(std::vector<std::string_view> shaders, VkDescriptorSetLayout view,
                           VkDescriptorSetLayout material)
    : shaders_(std::move(shaders)), view_(view), material_(material) {}
StageLayouts::StageLayouts(StageLayouts&&) noexcept = default;
StageLayouts& StageLayouts::operator=(StageLayouts&&) noexcept = default;
StageLayouts::~StageLayouts() = default;

VkPipelineLayout StageLayouts::prepare(const Device& device, const ShaderLibrary& library,
                                       const VertexStage& stage) {
    BindingLayout& layout = layouts_[stage.source];
    if (layout.pipelineLayout) return layout.pipelineLayout.get();
    std::set<ShaderBinding> bindings;
    for (const std::string_view shader : shaders_) {
        for (const ShaderBinding& each : bindingsOf(library.spirv(shaderNameOf(shader, stage)))) {
            bindings.insert(each);
        }
    }
    const std::vector<ShaderBinding> all(bindings.begin(), bindings.end());
    layout = BindingLayout::create(device, {.name = shaderNameOf(shaders_.front(), stage),
                                            .bindings = all,
                                            .set = 1,
                                            .before = view_,
                                            .after = material_,
                                            .stages = VK_SHADER_STAGE_VERTEX_BIT});
    return layout.pipelineLayout.get();
}

const BindingLayout& StageLayouts::of(const VertexStage& stage) const {
    return layouts_.at(stage.source);
}

void bindBatch(Commands& commands, const BindingLayout& layout, VkDescriptorSet view,
               const Batch& batch, const gpu::DrawConstants& draw) {
    const VkPipelineLayout pipelineLayout = layout.pipelineLayout.get();
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelineLayout, 0, 1, &view,
                            0, nullptr);
    commands.bind(layout, batch.buffers, batch.uniformOffset);
    const BatchConstants constants{batch.constants, draw};
    vkCmdPushConstants(commands, pipelineLayout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
}

void bindMaterial(VkCommandBuffer commands, const BindingLayout& layout, VkDescriptorSet material) {
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.pipelineLayout.get(),
                            2, 1, &material, 0, nullptr);
}

/// Binds a visible list as vertex buffer. Without visible lists the vertex binding has stride 0,
/// but Vulkan requires a buffer, so this binds the index buffer.
static void bindEntries(VkCommandBuffer commands, const Batch& batch, uint32_t list) {
    const VkBuffer entries = batch.lists.visible ? batch.lists.visible : batch.indices;
    vkCmdBindVertexBuffers(commands, 0, 1, &entries, &batch.lists.of[list].firstEntry);
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
    const auto& [visible, arguments, of, levels, atOnce, firstSingle] = batch.lists;
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
    const VkDeviceSize index = VkDeviceSize{instance} * batch.draws.size() + draw;
    vkCmdDrawIndexedIndirect(commands, batch.lists.arguments,
                             batch.lists.firstSingle + index * kArgumentBytes, 1, kArgumentBytes);
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
