// Pipelines, attachments and recording of the forward pass.
#include "renderer/passes/forward_pass.h"

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "renderer/barrier.h"
#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/material.h"

namespace sinew {
namespace {

/// Returns an attachment that renders to `target`. With MSAA it renders to `multisampled` and
/// resolves into `target`.
VkRenderingAttachmentInfo colorAttachment(const Image2D& multisampled, VkImageView target) {
    const bool resolves = multisampled.get() != VK_NULL_HANDLE;
    return {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = resolves ? multisampled.view() : target,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .resolveMode = resolves ? VK_RESOLVE_MODE_AVERAGE_BIT : VK_RESOLVE_MODE_NONE,
        .resolveImageView = resolves ? target : VK_NULL_HANDLE,
        .resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = resolves ? VK_ATTACHMENT_STORE_OP_DONT_CARE : VK_ATTACHMENT_STORE_OP_STORE,
    };
}

VkRenderingAttachmentInfo depthAttachment(const Image2D& image, VkAttachmentLoadOp loadOp,
                                          VkAttachmentStoreOp storeOp) {
    return {
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = image.view(),
        .imageLayout = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL,
        .loadOp = loadOp,
        .storeOp = storeOp,
        .clearValue = {.depthStencil = {0.0f, 0}},
    };
}

uint32_t flagOf(ForwardShadows shadows) {
    return shadows == ForwardShadows::none ? 0 : SINEW_DRAW_SHADOWED;
}

}  // namespace

ForwardPass ForwardPass::create(const Device& device, const PassLayouts& layouts,
                                VkFormat colorFormat, VkSampleCountFlagBits samples) {
    ForwardPass pass;
    pass.colorFormat_ = colorFormat;
    pass.samples_ = samples;
    pass.viewLayout_ = createPipelineLayout(device, "view", {layouts.view.get()}, 0, 0);
    pass.layouts_ =
        StageLayouts({"forward", "prepass"}, layouts.view.get(), layouts.material.get());
    pass.motionLayouts_ =
        StageLayouts({"forward.motion"}, layouts.view.get(), layouts.material.get());
    pass.lineLayouts_ = StageLayouts({""}, layouts.view.get(), VK_NULL_HANDLE);
    return pass;
}

/// Returns the SINEW_DRAW_* flags that select the pipeline of `draw` in `part`. Returns 0 for
/// depth-only draws of the prepass.
uint32_t ForwardPass::flagsFor(Part part, const Draw& draw, const DrawMaterial& material) {
    const uint32_t flags = flagsOf(draw, material);
    if (part == Part::opaque) return flags;
    if (part == Part::edges) {
        return SINEW_DRAW_EDGES | (material.masked() ? flags & kHoleFlags : 0);
    }
    return isDepthOnly(draw, material)
               ? 0
               : flags & (kHoleFlags | SINEW_DRAW_CULL | SINEW_DRAW_CHANGING);
}

void ForwardPass::prepare(const Device& device, const ShaderLibrary& shaders,
                          const VertexStage& stage, const Batch& batch,
                          const ForwardVariant& variant) {
    const std::pair ground{variant.motion, variant.shadows};
    if (!surroundings_.contains(ground)) {
        surroundings_[ground] =
            createSurroundings(device, shaders, variant.motion, variant.shadows);
    }
    layoutsFor(variant.motion).prepare(device, shaders, stage);
    const Key key{stage, variant};
    Pipelines& pipelines = pipelines_[key];
    for (const Draw& draw : batch.draws) {
        for (const Part part : {Part::opaque, Part::edges}) {
            if (part == Part::edges && !variant.wireframe) continue;
            const uint32_t flags = flagsFor(part, draw, batch.drawMaterials[draw.material]);
            if (pipelines.contains(flags)) continue;
            pipelines[flags] = createPipeline(device, shaders, key, flags);
        }
    }
}

void ForwardPass::prepareDepth(const Device& device, const ShaderLibrary& shaders,
                               const VertexStage& stage, const Batch& batch) {
    layouts_.prepare(device, shaders, stage);
    Pipelines& pipelines = depthPipelines_[stage];
    for (const Draw& draw : batch.draws) {
        const DrawMaterial& material = batch.drawMaterials[draw.material];
        const uint32_t flags = flagsFor(Part::depth, draw, material);
        if (material.blended() || pipelines.contains(flags)) continue;
        pipelines[flags] = createDepthPipeline(device, shaders, stage, flags);
    }
}

void ForwardPass::prepareLines(const Device& device, const ShaderLibrary& shaders,
                               const Lines& lines, const ForwardVariant& variant) {
    const VertexStage& stage = lines.stage;
    if (lines_.contains({stage, variant.motion})) return;
    lineLayouts_.prepare(device, shaders, stage);
    lines_[{stage, variant.motion}] = createLinePipeline(device, shaders, lines, variant.motion);
}

Pipeline ForwardPass::createLinePipeline(const Device& device, const ShaderLibrary& shaders,
                                         const Lines& lines, bool motion) const {
    const VkFormat formats[] = {colorFormat_, kVelocityFormat};
    const std::string vertex = shaderNameOf("", lines.stage);
    return createGraphicsPipeline(
        device, shaders,
        {
            .vertexShader = vertex,
            .fragmentShader = lines.fragmentShader,
            .layout = lineLayouts_.of(lines.stage).pipelineLayout.get(),
            .colorFormats = std::span(formats, motion ? 2 : 1),
            .depthFormat = VK_FORMAT_D32_SFLOAT,
            .samples = samples_,
            .topology = lines.topology,
            .depthWrite = false,
            // Lines are drawn over everything, because some are inside a body or below the ground.
            .depthTest = VK_COMPARE_OP_ALWAYS,
            .blend = true,
            .writeOthers = false,
        });
}

Pipeline ForwardPass::createDepthPipeline(const Device& device, const ShaderLibrary& shaders,
                                          const VertexStage& stage, uint32_t flags) const {
    const bool depthOnly = flags == 0;
    const std::string vertex = shaderNameOf(depthOnly ? "prepass" : "forward", stage);
    const StageVariant variant{stage.constants, {.flags = flags}};
    const VkSpecializationInfo specialization = specializationOf(variant);
    return createGraphicsPipeline(device, shaders,
                                  {
                                      .vertexShader = vertex,
                                      .fragmentShader = depthOnly ? "" : "prepass.frag",
                                      .specialization = &specialization,
                                      .layout = layouts_.of(stage).pipelineLayout.get(),
                                      .depthFormat = VK_FORMAT_D32_SFLOAT,
                                      .samples = samples_,
                                      .vertexInput = vertexInputOf(stage),
                                  });
}

Pipeline ForwardPass::createPipeline(const Device& device, const ShaderLibrary& shaders,
                                     const Key& key, uint32_t flags) const {
    const auto& [motion, shadows, view, wireframe] = key.variant;
    const bool traced = shadows == ForwardShadows::traced;
    const VkFormat formats[] = {colorFormat_, kVelocityFormat};
    const std::string vertex = shaderNameOf(motion ? "forward.motion" : "forward", key.stage);
    const bool edges = (flags & SINEW_DRAW_EDGES) != 0;
    const uint32_t dim = wireframe && !edges ? SINEW_DRAW_DIM : 0;
    const StageVariant variant{key.stage.constants, {flags | dim | flagOf(shadows), view}};
    const VkSpecializationInfo specialization = specializationOf(variant);
    const bool blended = (flags & SINEW_DRAW_BLEND) != 0;
    const bool writesSurface = !blended && !edges;
    return createGraphicsPipeline(
        device, shaders,
        {
            .vertexShader = vertex,
            .fragmentShader = motion   ? "forward.motion.frag"
                              : traced ? "forward.traced.frag"
                                       : "forward.frag",
            .specialization = &specialization,
            .layout = layoutsFor(motion).of(key.stage).pipelineLayout.get(),
            .colorFormats = std::span(formats, motion ? 2 : 1),
            .depthFormat = VK_FORMAT_D32_SFLOAT,
            .samples = samples_,
            .polygonMode = edges ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL,
            .depthWrite = writesSurface,
            .blend = blended,
            // Blended surfaces and edges write no velocity; that of the surface behind remains.
            .writeOthers = writesSurface,
            // Edges have the depth of their surfaces, so a bias moves them nearer. It is positive,
            // because depth is reversed.
            .depthBias = edges ? 8.0f : 0.0f,
            .depthBiasSlope = edges ? 1.0f : 0.0f,
            .vertexInput = vertexInputOf(key.stage),
        });
}

ForwardPass::Surroundings ForwardPass::createSurroundings(const Device& device,
                                                          const ShaderLibrary& shaders, bool motion,
                                                          ForwardShadows shadows) const {
    const VkFormat formats[] = {colorFormat_, kVelocityFormat};
    const GraphicsPipelineDescription common{
        .layout = viewLayout_.get(),
        .colorFormats = std::span(formats, motion ? 2 : 1),
        .depthFormat = VK_FORMAT_D32_SFLOAT,
        .samples = samples_,
    };
    const StageVariant variant{{}, {.flags = flagOf(shadows)}};
    const VkSpecializationInfo specialization = specializationOf(variant);
    Surroundings result;
    GraphicsPipelineDescription ground = common;
    ground.vertexShader = motion ? "ground.motion.vert" : "ground.vert";
    ground.fragmentShader = motion                              ? "ground.motion.frag"
                            : shadows == ForwardShadows::traced ? "ground.traced.frag"
                                                                : "ground.frag";
    ground.specialization = &specialization;
    ground.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    result.ground = createGraphicsPipeline(device, shaders, ground);

    GraphicsPipelineDescription sky = common;
    sky.vertexShader = motion ? "sky.motion.vert" : "sky.vert";
    sky.fragmentShader = motion ? "sky.motion.frag" : "sky.frag";
    sky.depthWrite = false;
    result.sky = createGraphicsPipeline(device, shaders, sky);
    return result;
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

ForwardPass::VelocityAttachments ForwardPass::resizeVelocities(const Device& device,
                                                               VkExtent2D extent) {
    VelocityAttachments fresh;
    fresh.velocities = Image2D::create(
        device, {.name = "velocity",
                 .extent = extent,
                 .format = kVelocityFormat,
                 .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT});
    if (samples_ != VK_SAMPLE_COUNT_1_BIT) {
        fresh.multisampled = Image2D::create(device, {.name = "multisampled velocity",
                                                      .extent = extent,
                                                      .format = kVelocityFormat,
                                                      .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                                      .samples = samples_});
    }
    std::swap(velocityAttachments_, fresh);
    return fresh;
}

void ForwardPass::prepareAttachments(VkCommandBuffer commands,
                                     const ForwardVariant& variant) const {
    imageBarrier(commands, {.image = attachments_.depth.get(),
                            .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                            .before = access::kDepthWrite,
                            .after = access::kDepthWrite,
                            .to = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL});
    const auto prepareColor = [&](const Image2D& image) {
        if (!image.get()) return;
        imageBarrier(commands, {.image = image.get(),
                                .before = access::kColorWrite,
                                .after = access::kColorWrite,
                                .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    };
    prepareColor(attachments_.color);
    if (!variant.motion) return;
    prepareColor(velocityAttachments_.multisampled);
    prepareColor(velocityAttachments_.velocities);
}

uint32_t ForwardPass::recordDepth(Commands& commands, VkDescriptorSet view,
                                  std::span<const DrawnCrowd> crowds) const {
    const VkRenderingAttachmentInfo depth = depthAttachment(
        attachments_.depth, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_STORE);
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, extent()},
        .layerCount = 1,
        .pDepthAttachment = &depth,
    };
    uint32_t drawCalls = 0;
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent());
    for (const DrawnCrowd& crowd : crowds) {
        drawCalls += drawCrowd(commands, view, crowd, Part::depth,
                               {layouts_.of(crowd.stage), depthPipelines_.at(crowd.stage)});
    }
    vkCmdEndRendering(commands);
    return drawCalls;
}

uint32_t ForwardPass::record(Commands& commands, const Target& target, VkDescriptorSet view,
                             std::span<const DrawnCrowd> crowds, const ForwardLook& look) const {
    const bool motion = look.variant.motion;
    const Surroundings& surroundings = surroundings_.at({motion, look.variant.shadows});
    const auto draw = [&](const DrawnCrowd& crowd, Part part) {
        return drawCrowd(
            commands, view, crowd, part,
            {layoutsFor(motion).of(crowd.stage), pipelines_.at({crowd.stage, look.variant})});
    };
    // Ground, crowds and sky cover every pixel, so colours need no clear.
    const VkRenderingAttachmentInfo colors[] = {
        colorAttachment(attachments_.color, target.view),
        colorAttachment(velocityAttachments_.multisampled, velocities().view()),
    };
    const VkRenderingAttachmentInfo depth = depthAttachment(
        attachments_.depth,
        look.depthIsThere ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR,
        VK_ATTACHMENT_STORE_OP_DONT_CARE);
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, target.extent},
        .layerCount = 1,
        .colorAttachmentCount = motion ? 2u : 1u,
        .pColorAttachments = colors,
        .pDepthAttachment = &depth,
    };
    const VkRect2D renderArea{{0, 0}, target.extent};
    uint32_t drawCalls = 2;  // ground and sky
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, target.extent);
    for (const DrawnCrowd& crowd : crowds) drawCalls += draw(crowd, Part::opaque);
    vkCmdSetScissor(commands, 0, 1, &renderArea);
    // Seen from above, the ground's triangle strip is clockwise. Seen from below it is culled, so
    // that it does not hide the crowd.
    vkCmdSetCullMode(commands, VK_CULL_MODE_BACK_BIT);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_CLOCKWISE);
    drawBackdrop(commands, surroundings.ground, view, 4);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    drawBackdrop(commands, surroundings.sky, view, 3);
    drawCalls += drawBlended(commands, view, crowds, look);
    if (look.variant.wireframe) {
        for (const DrawnCrowd& crowd : crowds) drawCalls += draw(crowd, Part::edges);
    }
    vkCmdSetScissor(commands, 0, 1, &renderArea);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    for (const Lines& lines : look.lines) drawCalls += drawLines(commands, view, lines, motion);
    vkCmdEndRendering(commands);
    return drawCalls;
}

uint32_t ForwardPass::drawCrowd(Commands& commands, VkDescriptorSet view, const DrawnCrowd& crowd,
                                Part part, const CrowdPipelines& pipelines) const {
    if (crowd.batches.empty()) return 0;
    const BindingLayout& layout = pipelines.layout;
    uint32_t drawCalls = 0;
    VkPipeline bound = VK_NULL_HANDLE;
    vkCmdSetScissor(commands, 0, 1, &crowd.scissor);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    for (const Batch& batch : crowd.batches) {
        bindStreams(commands, batch, SINEW_LIST_CAMERA);
        bindBatch(commands, layout, view, batch, {});
        const auto stateOf = [&](uint32_t i) {
            const Draw& draw = batch.draws[i];
            const DrawMaterial& material = batch.drawMaterials[draw.material];
            const uint32_t flags = flagsFor(part, draw, material);
            // Depth-only draws do not read their material.
            const bool depthOnly = part == Part::depth && flags == 0;
            return std::tuple(material.blended(), flags, cullModeOf(draw, material),
                              depthOnly ? VkDescriptorSet{} : material.set);
        };
        for (uint32_t i = 0, end = 0; i < batch.draws.size(); i = end) {
            end = endOfRun(batch, i, stateOf);
            const auto [blended, flags, cullMode, set] = stateOf(i);
            if (blended && part != Part::edges) continue;
            const VkPipeline pipeline = pipelines.byFlags.at(flags).get();
            if (pipeline != std::exchange(bound, pipeline)) {
                vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            }
            bindMaterial(commands, layout, batch.drawMaterials[batch.draws[i].material].set);
            vkCmdSetCullMode(commands, cullMode);
            drawCalls += drawRun(commands, batch, SINEW_LIST_CAMERA, i, end);
        }
    }
    return drawCalls;
}

/// Draws the sorted blended surfaces. If one is double-sided, its back faces are drawn first.
uint32_t ForwardPass::drawBlended(Commands& commands, VkDescriptorSet view,
                                  std::span<const DrawnCrowd> crowds,
                                  const ForwardLook& look) const {
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    const BlendedDraw* last = nullptr;
    uint32_t drawCalls = 0;
    for (const BlendedDraw& item : look.blended) {
        const DrawnCrowd& crowd = crowds[item.crowd];
        const Batch& batch = crowd.batches[item.batch];
        const Draw& draw = batch.draws[item.draw];
        const DrawMaterial& material = batch.drawMaterials[draw.material];
        const BindingLayout& layout = layoutsFor(look.variant.motion).of(crowd.stage);
        const bool sameBatch = last && last->crowd == item.crowd && last->batch == item.batch;
        if (!sameBatch) {
            vkCmdSetScissor(commands, 0, 1, &crowd.scissor);
            bindStreams(commands, batch, SINEW_LIST_CAMERA);
            bindBatch(commands, layout, view, batch, {});
        }
        if (!sameBatch || last->draw != item.draw) {
            const Pipelines& pipelines = pipelines_.at({crowd.stage, look.variant});
            const uint32_t flags = flagsFor(Part::opaque, draw, material);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.at(flags).get());
            bindMaterial(commands, layout, material.set);
        }
        last = &item;
        const bool twice = material.doubleSided && draw.winding != Winding::changing;
        const VkCullModeFlags first =
            draw.winding == Winding::clockwise ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_FRONT_BIT;
        if (twice) {
            vkCmdSetCullMode(commands, first);
            drawSingle(commands, batch, item.draw, item.instance);
            ++drawCalls;
        }
        vkCmdSetCullMode(commands,
                         twice ? VK_CULL_MODE_FRONT_AND_BACK & ~first : cullModeOf(draw, material));
        drawSingle(commands, batch, item.draw, item.instance);
        ++drawCalls;
    }
    return drawCalls;
}

uint32_t ForwardPass::drawLines(Commands& commands, VkDescriptorSet view, const Lines& lines,
                                bool motion) const {
    if (lines.batches.empty()) return 0;
    const BindingLayout& layout = lineLayouts_.of(lines.stage);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      lines_.at({lines.stage, motion}).get());
    for (const Batch& batch : lines.batches) {
        bindBatch(commands, layout, view, batch, {});
        vkCmdDraw(commands, lines.verticesAnInstance, batch.instanceCount, 0, batch.firstInstance);
    }
    return static_cast<uint32_t>(lines.batches.size());
}

void ForwardPass::drawBackdrop(VkCommandBuffer commands, const Pipeline& pipeline,
                               VkDescriptorSet view, uint32_t vertexCount) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, viewLayout_.get(), 0, 1,
                            &view, 0, nullptr);
    vkCmdDraw(commands, vertexCount, 1, 0, 0);
}

}  // namespace sinew
