// The feedback pass.
#include "skinning/gpu/feedback_pass.h"

namespace sinew {

FeedbackPass FeedbackPass::create(const Device& device, const SetLayouts& layouts) {
    FeedbackPass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.view.get(), layouts.page.get()},
                                        VK_SHADER_STAGE_VERTEX_BIT, sizeof(BatchConstants));
    return pass;
}

void FeedbackPass::prepare(const Device& device, const ShaderLibrary& shaders,
                           const SkinVariant& variant) {
    if (pipelines_.contains(variant)) return;
    const VkSpecializationInfo specialization = specializationOf(variant);
    pipelines_[variant] = createGraphicsPipeline(
        device, shaders,
        {.vertexShader = variant.output == SINEW_OUTPUT_COMPACT ? "feedback.compact.vert"
                                                                : "feedback.full.vert",
         .specialization = &specialization,
         .layout = layout_.get(),
         .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
         .rasterize = false});
}

void FeedbackPass::record(VkCommandBuffer commands, const SkinVariant& variant, const Batch& page,
                          VkBuffer skinned) const {
    const VkExtent2D extent{1, 1};
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, extent}, .layerCount = 1};
    const BatchConstants constants{page.constants, {}};
    const VkDeviceSize offset = 0;
    const VkDeviceSize size = VK_WHOLE_SIZE;
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.at(variant).get());
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 1, 1,
                            &page.page, static_cast<uint32_t>(page.pageOffsets.size()),
                            page.pageOffsets.data());
    vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
    vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &skinned, &offset, &size);
    vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    vkCmdDraw(commands, page.vertexCount, page.instanceCount, 0, 0);
    vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    vkCmdEndRendering(commands);
}

}  // namespace sinew
