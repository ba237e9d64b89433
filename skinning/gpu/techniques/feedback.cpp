// Technique feedback: palettes in compute, then a points pass whose vertices transform feedback
// captures into the shared vertex buffer.
#include <fmt/format.h>

#include <algorithm>

#include "renderer/pipeline.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/variant.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/techniques/crowd_work.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

void require(const DeviceLimits& limits, const SkinChoice& wanted) {
    if (limits.feedbackBytes > 0) return;
    throw std::runtime_error(
        fmt::format("method {} is unsupported: '{}' lacks VK_EXT_transform_feedback; try {}",
                    methodName(wanted.method), limits.name, methodName(Method::compute)));
}

std::string_view shaderFor(const SkinVariant& variant) {
    return variant.output == SINEW_OUTPUT_COMPACT ? "feedback.compact.vert" : "feedback.full.vert";
}

GpuStep::Pipelines prepare(Kernels& kernels, const ShaderLibrary& shaders,
                           const SkinnedCrowd& crowd) {
    const SkinVariant variant = crowd.plan().variant();
    return {&kernels.points(shaders, shaderFor(variant), variant.constants())};
}

std::vector<gpu::CallEntry> calls(const SkinnedCrowd& crowd) {
    std::vector<gpu::CallEntry> list;
    for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
        list.push_back(
            {slotOf(level, SINEW_LIST_ANY), SINEW_CALL_DRAW, crowd.levels()[level].vertexCount, 0});
    }
    return list;
}

/// Static vertices, influences, palettes -> skinned vertices. One draw, or one for each level of
/// detail: a point for every vertex of every instance, captured in this order.
void record(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
            Moment moment) {
    const VkExtent2D extent{1, 1};
    const VkRenderingInfo rendering{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = {{0, 0}, extent}, .layerCount = 1};
    const GpuMesh& mesh = crowd.mesh().mesh;
    const FrameBuffers buffers = crowd.buffers(moment);
    const Kernel& kernel = *pipelines.front();
    const VkBuffer vertices = buffers.skinned.get();
    const VkDeviceSize offset = 0, size = buffers.skinned.bytes();
    vkCmdBeginRendering(commands, &rendering);
    setViewport(commands, extent);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    commands.bind(kernel,
                  {mesh.vertices, mesh.influences, mesh.morphOffsets, mesh.morphDeltas,
                   buffers.morphWeights, buffers.normalPalettes, buffers.palettes, buffers.palettes,
                   mesh.influenceOffsets, buffers.visibleLists, buffers.boxes});
    commands.push(kernel, crowd.constants());
    vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &vertices, &offset, &size);
    vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    if (const Culling* culling = crowd.culling()) {
        const uint32_t first = culling->calls().steps[indexOf(CrowdStep::skin)];
        for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
            vkCmdDrawIndirect(commands, culling->arguments().get(), argumentOffset(first + level),
                              1, kArgumentBytes);
        }
    } else {
        vkCmdDraw(commands, crowd.constants().vertexCount, crowd.range().instanceCount, 0, 0);
    }
    vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    vkCmdEndRendering(commands);
    ++commands.pointDraws;
}

constexpr GpuStep kSkin{
    .writes = access::kFeedbackWrite, .calls = calls, .prepare = prepare, .record = record};

uint64_t largestBuffer(const DeviceLimits& limits) {
    return limits.feedbackBytes;
}

BufferList buffers(const SkinPlan& plan) {
    BufferList list = paletteBuffers(plan);
    list.push_back(
        vertices(plan, WrittenBy::gpu, VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT));
    return list;
}

void cost(const CostInput& input, CostCard& card) {
    cullCost(input.plan, card);
    paletteCost(input, card);
    skinCost(input, true, card);
    card.pointDraws = 1;
    passesReadVertices(input, card);
}

std::vector<std::string> cannot(const CostInput&, const CostCard& card) {
    return {"Cannot run without VK_EXT_transform_feedback, which is optional.",
            cannotShareVertices(card)};
}

}  // namespace

const Technique feedback{
    .summary = "palette in compute, skin once in a points pass with transform feedback",
    .heeds = {.output = true, .poses = true, .cull = true, .lod = true, .rate = true},
    .posesOnGpu = true,
    .skinsInOrder = true,
    .require = require,
    .jointLimit = influenceLimit,
    .buffers = buffers,
    .largestBuffer = largestBuffer,
    .passStage = readsVertices,
    .palette = &kPalette,
    .skin = &kSkin,
    .cost = cost,
    .cannot = cannot,
};

}  // namespace sinew::techniques
