// Technique compute: palette and skin in compute, once, into a shared vertex buffer.
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/techniques/crowd_work.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

/// Above this many influences the loop's length is a push constant and not compiled in.
constexpr uint32_t kUnrolled = 8;

/// A thread for each vertex of the bucket and tile of instances, in whole workgroups.
CrowdWork workOf(const SkinnedCrowd& crowd, const InfluenceBucket& bucket) {
    const SkinVariant variant = crowd.plan().variant();
    // Instances that keep their pose keep their vertices, if these are stored by instance.
    const bool keeps = variant.rates != 0 && variant.culled == SINEW_CULLED_BY_INSTANCE;
    gpu::SkinConstants skin = crowd.constants();
    skin.instanceTile = crowd.groupLimits().instanceTile(skin.vertexCount, skin.instanceCount);
    skin.firstVertex = bucket.firstVertex;
    skin.bucketVertices = bucket.vertexCount;
    skin.firstInfluence = bucket.firstWord;
    skin.influenceCount = bucket.influenceCount;
    return {.constants = {skin, keeps ? SINEW_SLOT_WORKED : slotOf(bucket.level, SINEW_LIST_ANY)},
            .threads = (bucket.vertexCount + SINEW_KERNEL_GROUP - 1) / SINEW_KERNEL_GROUP *
                       SINEW_KERNEL_GROUP,
            .tile = skin.instanceTile};
}

std::vector<gpu::CallEntry> calls(const SkinnedCrowd& crowd) {
    std::vector<gpu::CallEntry> list;
    for (const InfluenceBucket& bucket : crowd.mesh().mesh.buckets) {
        list.push_back(workOf(crowd, bucket).call());
    }
    return list;
}

/// One kernel for each influence count up to kUnrolled, whose loop is unrolled; larger counts share
/// one.
GpuStep::Pipelines prepare(Kernels& kernels, const ShaderLibrary& shaders,
                           const SkinnedCrowd& crowd) {
    GpuStep::Pipelines pipelines;
    for (const InfluenceBucket& bucket : crowd.mesh().mesh.buckets) {
        SkinVariant variant = crowd.plan().variant();
        variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
        pipelines.push_back(&kernels.compute(shaders, "skin.comp", variant.constants()));
    }
    return pipelines;
}

/// Static vertices, influences, palettes -> skinned vertices. One dispatch for each bucket of
/// vertices with the same number of influences.
void record(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
            Moment moment) {
    const GpuMesh& mesh = crowd.mesh().mesh;
    const FrameBuffers buffers = crowd.buffers(moment);
    for (uint32_t i = 0; i < mesh.buckets.size(); ++i) {
        dispatch(commands, *pipelines[i],
                 {mesh.vertices, mesh.influences, mesh.morphOffsets, mesh.morphDeltas,
                  buffers.morphWeights, buffers.normalPalettes, buffers.palettes, buffers.palettes,
                  buffers.visibleLists, buffers.listEnds, buffers.firstVertices, buffers.boxes,
                  buffers.skinned},
                 crowd, CrowdStep::skin, workOf(crowd, mesh.buckets[i]), i);
    }
}

constexpr GpuStep kSkin{
    .writes = access::kComputeWrite, .calls = calls, .prepare = prepare, .record = record};

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
