// The forward pass.
#include "renderer/forward_pass.h"

#include <fmt/format.h>

#include "renderer/barrier.h"

namespace sinew {
namespace {

constexpr uint32_t kBoxEdges = 12;

/// Front faces stay counter-clockwise, so that gl_FrontFacing tells a mirrored triangle.
VkCullModeFlags cullModeOf(const Draw& draw, const DrawMaterial& material) {
    if (material.doubleSided || draw.winding == Winding::changing) return VK_CULL_MODE_NONE;
    return draw.winding == Winding::clockwise ? VK_CULL_MODE_FRONT_BIT : VK_CULL_MODE_BACK_BIT;
}

}  // namespace

ForwardPass ForwardPass::create(const Device& device, const ShaderLibrary& shaders,
                                const SetLayouts& layouts, VkFormat colorFormat,
                                VkSampleCountFlagBits samples) {
    ForwardPass pass;
    pass.colorFormat_ = colorFormat;
    pass.samples_ = samples;
    pass.layout_ = createPipelineLayout(
        device, {layouts.view.get(), layouts.page.get(), layouts.material.get()},
        VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, sizeof(BatchConstants));
    pass.overlayLayout_ =
        createPipelineLayout(device, {layouts.view.get(), layouts.page.get()},
                             VK_SHADER_STAGE_VERTEX_BIT, sizeof(gpu::SkinConstants));

    const VkFormat formats[] = {colorFormat};
    GraphicsPipelineDescription common{
        .layout = pass.layout_.get(),
        .colorFormats = formats,
        .depthFormat = VK_FORMAT_D32_SFLOAT,
        .samples = samples,
    };
    for (size_t i = 0; i < kVertexSourceNames.size(); ++i) {
        const std::string vertex = fmt::format("forward.{}.vert", kVertexSourceNames[i]);
        GraphicsPipelineDescription description = common;
        description.vertexShader = vertex;
        description.fragmentShader = "forward.frag";
        pass.variants_[i].opaque = createGraphicsPipeline(device, shaders, description);
        description.depthWrite = false;
        description.blend = true;
        pass.variants_[i].blended = createGraphicsPipeline(device, shaders, description);
    }
    GraphicsPipelineDescription ground = common;
    ground.vertexShader = "ground.vert";
    ground.fragmentShader = "ground.frag";
    ground.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    pass.ground_ = createGraphicsPipeline(device, shaders, ground);

    GraphicsPipelineDescription sky = common;
    sky.vertexShader = "sky.vert";
    sky.fragmentShader = "sky.frag";
    sky.depthWrite = false;
    pass.sky_ = createGraphicsPipeline(device, shaders, sky);

    GraphicsPipelineDescription overlay = common;
    overlay.vertexShader = "bounds.vert";
    overlay.fragmentShader = "overlay.frag";
    overlay.layout = pass.overlayLayout_.get();
    overlay.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    // Bones show through the skin, and boxes through the ground into which their slack may reach.
    overlay.depthTest = VK_COMPARE_OP_ALWAYS;
    overlay.depthWrite = false;
    pass.bounds_ = createGraphicsPipeline(device, shaders, overlay);
    overlay.vertexShader = "skeleton.vert";
    pass.skeleton_ = createGraphicsPipeline(device, shaders, overlay);
    return pass;
}

ForwardPass::Attachments ForwardPass::resize(const Device& device, VkExtent2D extent) {
    Attachments fresh;
    fresh.depth = Image2D::create(device, {.name = "depth",
                                           .extent = extent,
                                           .format = VK_FORMAT_D32_SFLOAT,
                                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                                           .samples = samples_});
    if (samples_ != VK_SAMPLE_COUNT_1_BIT) {
        fresh.color = Image2D::create(device, {.name = "multisampled colour",
                                               .extent = extent,
                                               .format = colorFormat_,
                                               .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                               .samples = samples_});
    }
    std::swap(attachments_, fresh);
    return fresh;
}

void ForwardPass::prepareAttachments(VkCommandBuffer commands) const {
    imageBarrier(commands, {.image = attachments_.depth.get(),
                            .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                            .before = access::kDepthWrite,
                            .after = access::kDepthWrite,
                            .to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL});
    if (!attachments_.color.get()) return;
    imageBarrier(commands, {.image = attachments_.color.get(),
                            .before = access::kColorWrite,
                            .after = access::kColorWrite,
                            .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
}

uint32_t ForwardPass::record(VkCommandBuffer commands, const Target& target, VkDescriptorSet view,
                             VertexSource source, std::span<const Batch> batches,
                             const Overlays& overlays) const {
    const bool multisampled = samples_ != VK_SAMPLE_COUNT_1_BIT;
    // The sky covers what nothing else does, so colour needs no clear.
    const VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = multisampled ? attachments_.color.view() : target.view,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .resolveMode = multisampled ? VK_RESOLVE_MODE_AVERAGE_BIT : VK_RESOLVE_MODE_NONE,
        .resolveImageView = multisampled ? target.view : VK_NULL_HANDLE,
        .resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = multisampled ? VK_ATTACHMENT_STORE_OP_DONT_CARE : VK_ATTACHMENT_STORE_OP_STORE,
    };
    const VkRenderingAttachmentInfo depth{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = attachments_.depth.view(),
        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .clearValue = {.depthStencil = {0.0f, 0}},
    };
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, target.extent},
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
        .pDepthAttachment = &depth,
    };
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, target.extent);
    uint32_t drawCalls = drawBatches(commands, view, source, batches, false);
    // The ground's strip is clockwise from above; from below it must not hide the crowd.
    vkCmdSetCullMode(commands, VK_CULL_MODE_BACK_BIT);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_CLOCKWISE);
    drawBackdrop(commands, ground_, view, 4);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    drawBackdrop(commands, sky_, view, 3);
    drawCalls += 2;
    drawCalls += drawBatches(commands, view, source, batches, true);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    if (overlays.skeleton) {
        drawCalls += drawOverlay(commands, skeleton_, view, batches,
                                 [](const Batch& batch) { return batch.jointCount; });
    }
    if (overlays.bounds) {
        drawCalls +=
            drawOverlay(commands, bounds_, view, batches, [](const Batch&) { return kBoxEdges; });
    }
    vkCmdEndRendering(commands);
    return drawCalls;
}

uint32_t ForwardPass::drawBatches(VkCommandBuffer commands, VkDescriptorSet view,
                                  VertexSource source, std::span<const Batch> batches,
                                  bool blended) const {
    const Variant& variant = variants_[static_cast<size_t>(source)];
    uint32_t drawCalls = 0;
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      blended ? variant.blended.get() : variant.opaque.get());
    for (const Batch& batch : batches) {
        vkCmdBindIndexBuffer(commands, batch.indices, 0, VK_INDEX_TYPE_UINT32);
        for (const Draw& draw : batch.draws) {
            const DrawMaterial& material = batch.drawMaterials[draw.material];
            if (material.blended != blended) continue;
            const VkDescriptorSet sets[] = {view, batch.page, material.set};
            const bool dropBacks = draw.winding == Winding::changing && !material.doubleSided;
            const BatchConstants constants{
                batch.constants,
                {.flags = draw.flags | material.flags | (dropBacks ? SINEW_DRAW_CULL : 0)}};
            vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 3,
                                    sets, 0, nullptr);
            vkCmdPushConstants(commands, layout_.get(),
                               VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                               sizeof(constants), &constants);
            vkCmdSetCullMode(commands, cullModeOf(draw, material));
            vkCmdDrawIndexed(commands, draw.indexCount, batch.instanceCount, draw.firstIndex, 0, 0);
            ++drawCalls;
        }
    }
    return drawCalls;
}

uint32_t ForwardPass::drawOverlay(VkCommandBuffer commands, const Pipeline& pipeline,
                                  VkDescriptorSet view, std::span<const Batch> batches,
                                  uint32_t (*linesAnInstance)(const Batch&)) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
    for (const Batch& batch : batches) {
        const VkDescriptorSet sets[] = {view, batch.page};
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, overlayLayout_.get(), 0,
                                2, sets, 0, nullptr);
        vkCmdPushConstants(commands, overlayLayout_.get(), VK_SHADER_STAGE_VERTEX_BIT, 0,
                           sizeof(batch.constants), &batch.constants);
        vkCmdDraw(commands, 2 * linesAnInstance(batch), batch.instanceCount, 0, 0);
    }
    return static_cast<uint32_t>(batches.size());
}

void ForwardPass::drawBackdrop(VkCommandBuffer commands, const Pipeline& pipeline,
                               VkDescriptorSet view, uint32_t vertexCount) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), 0, 1, &view,
                            0, nullptr);
    vkCmdDraw(commands, vertexCount, 1, 0, 0);
}

}  // namespace sinew
