// Making and binding the pipelines of steps 5 and 6.
#include "skinning/gpu/techniques/kernels.h"

namespace sinew {

Kernels Kernels::create(const Device& device, const SetLayouts& layouts) {
    Kernels kernels;
    kernels.device_ = &device;
    kernels.limits_ = {.groupsX = device.limits().maxComputeWorkGroupCount[0],
                       .groupsY = device.limits().maxComputeWorkGroupCount[1],
                       .isCpu = device.isCpu()};
    kernels.computeLayout_ =
        createPipelineLayout(device, {layouts.page.get()}, VK_SHADER_STAGE_COMPUTE_BIT,
                             sizeof(gpu::SkinConstants));
    kernels.pointsLayout_ =
        createPipelineLayout(device, {layouts.view.get(), layouts.page.get()},
                             VK_SHADER_STAGE_VERTEX_BIT, sizeof(BatchConstants));
    return kernels;
}

void Kernels::prepareCompute(const ShaderLibrary& shaders, std::string_view shader,
                             const SkinVariant& variant) {
    if (kernels_.contains({shader, variant})) return;
    const VkSpecializationInfo specialization = specializationOf(variant);
    kernels_[{shader, variant}] = {
        createComputePipeline(*device_, shaders,
                              {.shader = shader,
                               .layout = computeLayout_.get(),
                               .specialization = &specialization}),
        true};
}

void Kernels::preparePoints(const ShaderLibrary& shaders, std::string_view shader,
                            const SkinVariant& variant) {
    if (kernels_.contains({shader, variant})) return;
    const VkSpecializationInfo specialization = specializationOf(variant);
    kernels_[{shader, variant}] = {
        createGraphicsPipeline(*device_, shaders,
                               {.vertexShader = shader,
                                .specialization = &specialization,
                                .layout = pointsLayout_.get(),
                                .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                .rasterize = false}),
        false};
}

Kernels::Bound Kernels::bind(VkCommandBuffer commands, std::string_view shader,
                             const SkinVariant& variant) const {
    const Kernel& kernel = kernels_.at({shader, variant});
    const Bound computing{commands, computeLayout_.get(), VK_PIPELINE_BIND_POINT_COMPUTE,
                          VK_SHADER_STAGE_COMPUTE_BIT, 0};
    const Bound drawing{commands, pointsLayout_.get(), VK_PIPELINE_BIND_POINT_GRAPHICS,
                        VK_SHADER_STAGE_VERTEX_BIT, 1};
    const Bound& bound = kernel.computes ? computing : drawing;
    vkCmdBindPipeline(commands, bound.point, kernel.pipeline.get());
    return bound;
}

void Kernels::Bound::page(const Batch& batch) const {
    vkCmdBindDescriptorSets(commands, point, layout, firstSet, 1, &batch.page,
                            static_cast<uint32_t>(batch.pageOffsets.size()),
                            batch.pageOffsets.data());
}

void Kernels::Bound::push(const gpu::SkinConstants& constants) const {
    vkCmdPushConstants(commands, layout, stage, 0, sizeof(constants), &constants);
}

}  // namespace sinew
