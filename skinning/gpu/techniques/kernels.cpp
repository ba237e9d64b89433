// Making and binding the pipelines of culling and of steps 3 to 6.
#include "skinning/gpu/techniques/kernels.h"

#include <algorithm>

#include "shaders/shared/groups.h"
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
        const uint32_t pushed =
            stage == VK_SHADER_STAGE_VERTEX_BIT ? sizeof(BatchConstants) : sizeof(KernelPush);
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

void Kernels::dispatch(VkCommandBuffer commands, std::string_view shader,
                       const KernelDispatch& work, const StepPage& page, uint32_t call,
                       FrameStatistics& statistics) const {
    const Bound bound = bind(commands, shader, work.variant);
    bound.sets(page.mesh, page.crowd);
    bound.push(work.push);
    ++statistics.dispatches;
    if (page.arguments) {
        vkCmdDispatchIndirect(commands, page.arguments, argumentOffset(page.firstCall + call));
        return;
    }
    const uint32_t groups = gpu::groupsOf(work.threads, work.tile, work.push.skin.instanceCount);
    const uint32_t columns = std::min(groups, limits_.x);
    if (columns == 0) return;
    vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
}

void Kernels::Bound::sets(VkDescriptorSet mesh, VkDescriptorSet crowd) const {
    const VkDescriptorSet both[] = {mesh, crowd};
    vkCmdBindDescriptorSets(commands, point, layout, 0, 2, both, 0, nullptr);
}

}  // namespace sinew
