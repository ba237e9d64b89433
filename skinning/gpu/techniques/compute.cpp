// Technique compute: palette and skin in compute, once, into a shared vertex buffer.
#include <algorithm>

#include "skinning/gpu/cost.h"
#include "skinning/gpu/influences.h"
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kShader = "skin.comp";
constexpr uint32_t kGroupSize = 64;  // as in skin.comp.glsl
/// Above this many influences the loop's length is a push constant and not compiled in.
constexpr uint32_t kUnrolled = 8;

/// The variant whose loop is that of the bucket's vertices.
SkinVariant variantFor(SkinVariant variant, const InfluenceBucket& bucket) {
    variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
    return variant;
}

uint32_t instanceTile(const GroupLimits& limits, const gpu::SkinConstants& page) {
    return limits.instanceTile(page.vertexCount, page.instanceCount);
}

/// Vertices that a dispatch holds of a bucket at the most.
uint32_t mostVertices(const GroupLimits& limits) {
    return static_cast<uint32_t>(std::min<uint64_t>(uint64_t{limits.x} * kGroupSize, ~0u));
}

/// Where vertices lie by instance, whoever keeps its pose keeps them.
gpu::CallEntry callOf(const SkinVariant& variant, const InfluenceBucket& bucket, uint32_t vertices,
                      uint32_t tile) {
    const bool keeps = variant.rates != 0 && variant.culled == SINEW_CULLED_BY_INSTANCE;
    return {keeps ? SINEW_SLOT_WORKED : slotOf(bucket.level, SINEW_LIST_ANY), SINEW_CALL_ROWS,
            (vertices + kGroupSize - 1) / kGroupSize, tile};
}

/// One a bucket; a bucket of more vertices than a dispatch can hold takes several.
std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    std::vector<gpu::CallEntry> list;
    const uint32_t most = mostVertices(input.limits);
    for (const InfluenceBucket& bucket : input.buckets) {
        for (uint32_t done = 0; done < bucket.vertexCount;) {
            const uint32_t count = std::min(bucket.vertexCount - done, most);
            list.push_back(
                callOf(input.variant, bucket, count, instanceTile(input.limits, input.page)));
            done += count;
        }
    }
    return list;
}

void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    for (const InfluenceBucket& bucket : input.buckets) {
        kernels.prepareCompute(shaders, kShader, input.layouts, variantFor(input.variant, bucket));
    }
}

/// The calls of each page. Reads palettes, writes the shared vertex buffer.
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    const GroupLimits& limits = kernels.limits();
    const uint32_t most = mostVertices(limits);
    for (const StepPage& page : input.pages) {
        gpu::SkinConstants constants = page.constants;
        constants.instanceTile = instanceTile(limits, constants);
        uint32_t call = 0;
        for (const InfluenceBucket& bucket : input.buckets) {
            const Kernels::Bound kernel =
                kernels.bind(commands, kShader, variantFor(input.variant, bucket));
            if (&bucket == &input.buckets.front()) kernel.page(page);
            constants.influenceCount = bucket.influenceCount;
            constants.bucketLevel = bucket.level;
            for (uint32_t done = 0; done < bucket.vertexCount; done += constants.bucketVertices) {
                constants.firstVertex = bucket.firstVertex + done;
                constants.firstInfluence = bucket.firstWord + done * bucket.wordsAVertex;
                constants.bucketVertices = std::min(bucket.vertexCount - done, most);
                kernel.push(constants);
                kernel.dispatch(
                    page,
                    callOf(input.variant, bucket, constants.bucketVertices, constants.instanceTile),
                    call++);
                ++statistics.dispatches;
            }
        }
    }
}

constexpr GpuStep kSkin{.streams = &streams::kSkinStep,
                        .writes = access::kComputeWrite,
                        .calls = calls,
                        .prepare = prepare,
                        .record = record};

BufferList buffers(const SkinPlan& plan) {
    BufferList list = paletteBuffers(plan);
    list.push_back(vertices(plan, WrittenBy::gpu));
    return list;
}

void cost(const CostInput& input, CostCard& card) {
    cullCost(input.plan, card);
    paletteCost(input, card);
    // Influences lie one after the other in a bucket: no offsets are read.
    skinCost(input, false, card);
    card.dispatches += static_cast<uint32_t>(input.influences.lengths.size());
    passesReadVertices(input, card);
}

std::vector<std::string> cannot(const CostInput&, const CostCard& card) {
    return {cannotShareVertices(card)};
}

}  // namespace

const Technique compute{
    .summary = "palette and skin in compute, once, into a shared vertex buffer",
    .heeds = {.output = true, .poses = true, .cull = true, .rate = true},
    .posesOnGpu = true,
    .jointLimit = influenceLimit,
    .buffers = buffers,
    .passStage = readsVertices,
    .palette = &kPalette,
    .skin = &kSkin,
    .cost = cost,
    .cannot = cannot,
};

}  // namespace sinew::techniques
