// Technique compute: palette and skin in compute, once, into a shared vertex buffer.
#include "skinning/gpu/cost.h"
#include "skinning/gpu/influences.h"
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kShader = "skin.comp";

/// Above this many influences the loop's length is a push constant and not compiled in.
constexpr uint32_t kUnrolled = 8;

/// The variant whose loop is that of the bucket's vertices.
SkinVariant variantFor(SkinVariant variant, const InfluenceBucket& bucket) {
    variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
    return variant;
}

/// A thread for each vertex of the bucket and tile of instances, in whole workgroups. Reads
/// palettes, writes the shared vertex buffer.
KernelDispatch dispatchOf(const SkinVariant& variant, const InfluenceBucket& bucket,
                          const gpu::SkinConstants& page, const GroupLimits& limits) {
    // Instances that keep their pose keep their vertices, if these lie by instance.
    const bool keeps = variant.rates != 0 && variant.culled == SINEW_CULLED_BY_INSTANCE;
    const uint32_t tile = limits.instanceTile(page.vertexCount, page.instanceCount);
    KernelDispatch work{
        .variant = variantFor(variant, bucket),
        .push = {page, keeps ? SINEW_SLOT_WORKED : slotOf(bucket.level, SINEW_LIST_ANY)},
        .threads =
            (bucket.vertexCount + SINEW_KERNEL_GROUP - 1) / SINEW_KERNEL_GROUP * SINEW_KERNEL_GROUP,
        .tile = tile};
    work.push.skin.instanceTile = tile;
    work.push.skin.firstVertex = bucket.firstVertex;
    work.push.skin.bucketVertices = bucket.vertexCount;
    work.push.skin.firstInfluence = bucket.firstWord;
    work.push.skin.influenceCount = bucket.influenceCount;
    return work;
}

std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    std::vector<gpu::CallEntry> list;
    for (const InfluenceBucket& bucket : input.buckets) {
        list.push_back(dispatchOf(input.variant, bucket, input.page, input.limits).call());
    }
    return list;
}

void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    for (const InfluenceBucket& bucket : input.buckets) {
        kernels.prepareCompute(shaders, kShader, input.layouts, variantFor(input.variant, bucket));
    }
}

/// One dispatch for each bucket of vertices with the same number of influences.
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    for (const StepPage& page : input.pages) {
        for (uint32_t i = 0; i < input.buckets.size(); ++i) {
            const KernelDispatch work =
                dispatchOf(input.variant, input.buckets[i], page.constants, kernels.limits());
            kernels.dispatch(commands, kShader, work, page, i, statistics);
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
    .heeds = {.output = true, .poses = true, .cull = true, .lod = true, .rate = true},
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
