// Pipelines and recording of the shadow pass.
#include "renderer/passes/shadow_pass.h"

#include <tuple>

#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

/// Returns the SINEW_DRAW_* flags that change the shadow of a draw; 0 for an opaque surface.
uint32_t castFlags(const Draw& draw, const DrawMaterial& material) {
    return flagsOf(draw, material) & (material.masked() || material.blended() ? kHoleFlags : 0);
}

}  // namespace

ShadowPass ShadowPass::create(const Device& device, const PassLayouts& layouts) {
    ShadowPass pass;
    pass.map_ = Image2D::create(
        device, {.name = "shadow map",
                 .extent = {kResolution, kResolution},
                 .format = VK_FORMAT_D32_SFLOAT,
                 .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                 .layers = SINEW_MAX_CASCADES});
    for (uint32_t i = 0; i < SINEW_MAX_CASCADES; ++i) {
        pass.layers_.push_back(createView(device, "shadow cascade " + std::to_string(i),
                                          pass.map_.get(), pass.map_.format(), i));
    }
    pass.sampler_ = createSampler(device, {.name = "shadow map",
                                           .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                           .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                           .mipmapped = false,
                                           .compare = true});
    pass.layouts_ = StageLayouts({"shadow"}, layouts.view.get(), layouts.material.get());
    return pass;
}

void ShadowPass::prepare(const Device& device, const ShaderLibrary& shaders,
                         const VertexStage& stage, const Batch& batch) {
    const VkPipelineLayout layout = layouts_.prepare(device, shaders, stage);
    std::map<uint32_t, Pipeline>& pipelines = variants_[stage];
    for (const Draw& draw : batch.draws) {
        const DrawMaterial& material = batch.drawMaterials[draw.material];
        const uint32_t flags = castFlags(draw, material);
        if (pipelines.contains(flags)) continue;
        const std::string vertex = shaderNameOf("shadow", stage);
        const StageVariant variant{stage.constants, {.flags = flags}};
        const VkSpecializationInfo specialization = specializationOf(variant);
        pipelines[flags] = createGraphicsPipeline(
            device, shaders,
            {
                .vertexShader = vertex,
                .fragmentShader = flags != 0 ? "shadow.frag" : "",
                .specialization = &specialization,
                .layout = layout,
                .depthFormat = VK_FORMAT_D32_SFLOAT,
                .depthTest = VK_COMPARE_OP_LESS_OR_EQUAL,
                .depthClamp = device.has().depthClamp,  // casters before the near plane cast too
                .depthBias = 1.0f,
                .depthBiasSlope = 1.5f,
                .vertexInput = vertexInputOf(stage),
            });
    }
}

uint32_t ShadowPass::record(Commands& commands, VkDescriptorSet view,
                            std::span<const DrawnCrowd> crowds, uint32_t cascadeCount) const {
    uint32_t drawCalls = 0;
    for (uint32_t cascade = 0; cascade < cascadeCount; ++cascade) {
        const VkRenderingAttachmentInfo depth{
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = layers_[cascade].get(),
            .imageLayout = VK_IMAGE_LAYOUT_ATTACHMENT_OPTIMAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .clearValue = {.depthStencil = {1.0f, 0}},
        };
        const VkRenderingInfo rendering{
            .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
            .renderArea = {{0, 0}, map_.extent()},
            .layerCount = 1,
            .pDepthAttachment = &depth,
        };
        vkCmdBeginRendering(commands, &rendering);
        setViewport(commands, map_.extent());
        // A thin or open mesh may have only one side towards the light, so both sides cast shadows.
        vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
        vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
        for (const DrawnCrowd& crowd : crowds) {
            drawCalls += drawCrowd(commands, view, crowd, cascade);
        }
        vkCmdEndRendering(commands);
    }
    return drawCalls;
}

uint32_t ShadowPass::drawCrowd(Commands& commands, VkDescriptorSet view, const DrawnCrowd& crowd,
                               uint32_t cascade) const {
    const std::map<uint32_t, Pipeline>& pipelines = variants_.at(crowd.stage);
    const BindingLayout& layout = layouts_.of(crowd.stage);
    const uint32_t list = SINEW_LIST_CASCADE + cascade;
    uint32_t drawCalls = 0;
    for (const Batch& batch : crowd.batches) {
        bindStreams(commands, batch, list);
        bindBatch(commands, layout, view, batch, {.cascade = cascade});
        const auto stateOf = [&](uint32_t i) {
            const Draw& draw = batch.draws[i];
            const DrawMaterial& material = batch.drawMaterials[draw.material];
            const uint32_t flags = castFlags(draw, material);
            // Opaque draws do not read their material.
            return std::tuple(flags, flags != 0 ? material.set : VkDescriptorSet{});
        };
        for (uint32_t i = 0, end = 0; i < batch.draws.size(); i = end) {
            end = endOfRun(batch, i, stateOf);
            const uint32_t flags = std::get<0>(stateOf(i));
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.at(flags).get());
            bindMaterial(commands, layout, batch.drawMaterials[batch.draws[i].material].set);
            drawCalls += drawRun(commands, batch, list, i, end);
        }
    }
    return drawCalls;
}

}  // namespace sinew
