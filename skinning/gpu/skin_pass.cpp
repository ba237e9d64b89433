// The skin pass.
#include "skinning/gpu/skin_pass.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr uint32_t kGroupSize = 64;  // as in skin.comp.glsl
constexpr uint32_t kLargestTile = 8;
/// Threads below which a large GPU runs dry: some 130 processors with 2,048 threads each.
constexpr uint64_t kThreadsToFill = 1u << 18;

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

SkinPass::Key SkinPass::keyFor(const InfluenceBucket& bucket, const gpu::SkinConstants& constants) {
    return {bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0,
            constants.weightCount != 0};
}

void SkinPass::prepare(const Device& device, const ShaderLibrary& shaders, const GpuModel& model) {
    for (const InfluenceBucket& bucket : model.buckets) {
        const Key key = keyFor(bucket, model.constants);
        if (pipelines_.contains(key)) continue;
        const struct {
            uint32_t influenceCount;
            VkBool32 morphs;
        } values{key.influenceCount, key.morphs};
        const VkSpecializationMapEntry entries[] = {{0, 0, sizeof(uint32_t)},
                                                    {1, sizeof(uint32_t), sizeof(VkBool32)}};
        const VkSpecializationInfo specialization{2, entries, sizeof(values), &values};
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

uint32_t SkinPass::record(VkCommandBuffer commands, const GpuModel& model, const Pages& pages,
                          uint32_t slot) const {
    uint32_t dispatches = 0;
    for (const Batch& batch : pages.batches(slot)) {
        gpu::SkinConstants constants = batch.constants;
        constants.instanceTile = instanceTile(batch.vertexCount, batch.instanceCount);
        const uint32_t rows =
            (batch.instanceCount + constants.instanceTile - 1) / constants.instanceTile;
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1,
                                &batch.page, 0, nullptr);
        for (const InfluenceBucket& bucket : model.buckets) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipelines_.at(keyFor(bucket, constants)).get());
            constants.influenceCount = bucket.influenceCount;
            const uint32_t most =
                static_cast<uint32_t>(std::min<uint64_t>(uint64_t{maxGroupsX_} * kGroupSize, ~0u));
            for (uint32_t done = 0; done < bucket.vertexCount; done += constants.bucketVertices) {
                constants.firstVertex = bucket.firstVertex + done;
                constants.firstInfluence = bucket.firstInfluence + done * bucket.influenceCount;
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
