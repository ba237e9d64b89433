// Making and binding the pipelines of steps 5 and 6.
#include "skinning/gpu/techniques/kernels.h"

#include <algorithm>

#include "skinning/gpu/culling.h"

namespace sinew {

Kernels Kernels::create(const Device& device) {
    Kernels kernels;
    kernels.device_ = &device;
    kernels.limits_ = GroupLimits::of(device);
    return kernels;
}

VkPipelineLayout Kernels::layoutOf(const StreamSets& sets, VkShaderStageFlags stage) {
    PipelineLayout& layout = layouts_[sets];
    if (!layout) {
        // Vertex stages declare what every pass pushes.
        const uint32_t pushed = stage == VK_SHADER_STAGE_VERTEX_BIT ? sizeof(BatchConstants)
                                                                    : sizeof(gpu::SkinConstants);
        layout = createPipelineLayout(*device_, {sets.mesh, sets.crowd}, stage, pushed);
    }
    return layout.get();
}

void Kernels::prepareCompute(const ShaderLibrary& shaders, std::string_view shader,
                             const StreamSets& layouts, const SkinVariant& variant) {
    if (kernels_.contains({shader, variant})) return;
    const VkPipelineLayout layout = layoutOf(layouts, VK_SHADER_STAGE_COMPUTE_BIT);
    const StageConstants constants = variant.constants();
    const VkSpecializationInfo specialization = specializationOf(constants);
    kernels_[{shader, variant}] = {
        createComputePipeline(
            *device_, shaders,
            {.shader = shader, .layout = layout, .specialization = &specialization}),
        layout, true};
}

void Kernels::preparePoints(const ShaderLibrary& shaders, std::string_view shader,
                            const StreamSets& layouts, const SkinVariant& variant) {
    if (kernels_.contains({shader, variant})) return;
    const VkPipelineLayout layout = layoutOf(layouts, VK_SHADER_STAGE_VERTEX_BIT);
    const StageConstants constants = variant.constants();
    const VkSpecializationInfo specialization = specializationOf(constants);
    kernels_[{shader, variant}] = {
        createGraphicsPipeline(*device_, shaders,
                               {.vertexShader = shader,
                                .specialization = &specialization,
                                .layout = layout,
                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                .rasterize = false}),
        layout, false};
}

Kernels::Bound Kernels::bind(VkCommandBuffer commands, std::string_view shader,
                             const SkinVariant& variant) const {
    const Kernel& kernel = kernels_.at({shader, variant});
    const Bound bound = kernel.computes
                            ? Bound{commands, kernel.layout, VK_PIPELINE_BIND_POINT_COMPUTE,
                                    VK_SHADER_STAGE_COMPUTE_BIT}
                            : Bound{commands, kernel.layout, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    VK_SHADER_STAGE_VERTEX_BIT};
    vkCmdBindPipeline(commands, bound.point, kernel.pipeline.get());
    return bound;
}

void Kernels::Bound::page(const StepPage& page) const {
    const VkDescriptorSet sets[] = {page.mesh, page.crowd};
    vkCmdBindDescriptorSets(commands, point, layout, 0, 2, sets, 0, nullptr);
}

void Kernels::Bound::push(const gpu::SkinConstants& constants) const {
    vkCmdPushConstants(commands, layout, stage, 0, sizeof(constants), &constants);
}

void Kernels::Bound::dispatch(const StepPage& page, const gpu::CallEntry& entry,
                              uint32_t index) const {
    if (page.arguments) {
        vkCmdDispatchIndirect(commands, page.arguments, argumentOffset(page.firstCall + index));
        return;
    }
    const uint64_t instances = page.constants.instanceCount;
    if (entry.kind == SINEW_CALL_ROWS) {
        vkCmdDispatch(commands, entry.a, static_cast<uint32_t>((instances + entry.b - 1) / entry.b),
                      1);
        return;
    }
    const auto groups =
        static_cast<uint32_t>((instances * entry.a + SINEW_CALL_GROUP - 1) / SINEW_CALL_GROUP);
    const uint32_t columns = std::min(groups, entry.b);
    vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
}

}  // namespace sinew
