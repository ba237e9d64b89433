// The skin pass.
#include "skinning/gpu/skin_pass.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr uint32_t kGroupSize = 64;  // as in skin.comp.glsl
constexpr uint32_t kLargestTile = 8;
/// Above this many influences the loop's length is a push constant and not compiled in.
constexpr uint32_t kUnrolled = 8;
/// Threads below which a large GPU runs dry: some 130 processors with 2,048 threads each.
constexpr uint64_t kThreadsToFill = 1u << 18;

/// The variant whose loop is that of the bucket's vertices.
SkinVariant keyFor(SkinVariant variant, const InfluenceBucket& bucket) {
    variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
    return variant;
}

}  // namespace

SkinPass SkinPass::create(const Device& device, const SetLayouts& layouts) {
    SkinPass pass;
    pass.layout_ = createPipelineLayout(device, {layouts.page.get()}, VK_SHADER_STAGE_COMPUTE_BIT,
                                        sizeof(gpu::SkinConstants));
    pass.maxGroupsX_ = device.limits().maxComputeWorkGroupCount[0];
    pass.maxGroupsY_ = device.limits().maxComputeWorkGroupCount[1];
    pass.isCpu_ = device.isCpu();
    return pass;
}

void SkinPass::prepare(const Device& device, const ShaderLibrary& shaders,
                       const SkinVariant& variant, std::span<const InfluenceBucket> buckets) {
    for (const InfluenceBucket& bucket : buckets) {
        const SkinVariant key = keyFor(variant, bucket);
        if (pipelines_.contains(key)) continue;
        const VkSpecializationInfo specialization = specializationOf(key);
        pipelines_[key] = createComputePipeline(
            device, shaders,
            {.shader = "skin.comp", .layout = layout_.get(), .specialization = &specialization});
    }
}

/// A tile reuses the static vertex from registers but leaves fewer threads. A CPU device has few
/// threads to fill: 8 instances a thread gave 15 million vertices/s against 12 to 13 with 1
/// (lavapipe, 15,172 vertices x 100 instances). A GPU takes what keeps it full.
uint32_t SkinPass::instanceTile(uint32_t vertices, uint32_t instances) const {
    uint32_t tile = kLargestTile;
    const uint64_t threads = uint64_t{vertices} * instances;
    while (!isCpu_ && tile > 1 && threads / tile < kThreadsToFill) tile /= 2;
    // The y dimension of a dispatch is limited too.
    const uint32_t needed = (instances + maxGroupsY_ - 1) / maxGroupsY_;
    return std::max(tile, needed);
}

uint32_t SkinPass::record(VkCommandBuffer commands, const SkinVariant& variant,
                          std::span<const InfluenceBucket> buckets,
                          std::span<const Batch> pages) const {
    uint32_t dispatches = 0;
    for (const Batch& batch : pages) {
        gpu::SkinConstants constants = batch.constants;
        constants.instanceTile = instanceTile(batch.vertexCount, batch.instanceCount);
        const uint32_t rows =
            (batch.instanceCount + constants.instanceTile - 1) / constants.instanceTile;
        bindBatch(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), {&batch.page, 1}, batch);
        for (const InfluenceBucket& bucket : buckets) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipelines_.at(keyFor(variant, bucket)).get());
            constants.influenceCount = bucket.influenceCount;
            const uint32_t most =
                static_cast<uint32_t>(std::min<uint64_t>(uint64_t{maxGroupsX_} * kGroupSize, ~0u));
            for (uint32_t done = 0; done < bucket.vertexCount; done += constants.bucketVertices) {
                constants.firstVertex = bucket.firstVertex + done;
                constants.firstInfluence = bucket.firstWord + done * bucket.wordsAVertex;
                constants.bucketVertices = std::min(bucket.vertexCount - done, most);
                vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                   sizeof(constants), &constants);
                vkCmdDispatch(commands, (constants.bucketVertices + kGroupSize - 1) / kGroupSize,
                              rows, 1);
                ++dispatches;
            }
        }
    }
    return dispatches;
}

}  // namespace sinew
