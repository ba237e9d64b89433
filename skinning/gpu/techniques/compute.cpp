// Technique compute: palette and skin in compute, once, into a shared vertex buffer.
#include "skinning/gpu/cost.h"
#include "skinning/gpu/influences.h"
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

/// Above this many influences the loop's length is a constant of the item and not compiled in.
constexpr uint32_t kUnrolled = 8;

/// The variant whose loop is that of the bucket's vertices.
SkinVariant variantFor(SkinVariant variant, const InfluenceBucket& bucket) {
    variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
    return variant;
}

/// One a bucket: a thread a vertex and tile of instances, in whole workgroups. Reads palettes,
/// writes the shared vertex buffer.
std::vector<StepItem> items(const GpuStep::PageInput& input) {
    const gpu::SkinConstants& page = input.page;
    const uint32_t tile = input.limits.instanceTile(page.vertexCount, page.instanceCount);
    // Where vertices lie by instance, whoever keeps its pose keeps them.
    const bool keeps = input.variant.rates != 0 && input.variant.culled == SINEW_CULLED_BY_INSTANCE;
    std::vector<StepItem> list;
    for (const InfluenceBucket& bucket : input.buckets) {
        StepItem& item = list.emplace_back();
        item.variant = variantFor(input.variant, bucket);
        item.constants = page;
        item.constants.instanceTile = tile;
        item.constants.firstVertex = bucket.firstVertex;
        item.constants.bucketVertices = bucket.vertexCount;
        item.constants.firstInfluence = bucket.firstWord;
        item.constants.influenceCount = bucket.influenceCount;
        item.slot = keeps ? SINEW_SLOT_WORKED : slotOf(bucket.level, SINEW_LIST_ANY);
        item.threads =
            (bucket.vertexCount + SINEW_ITEM_GROUP - 1) / SINEW_ITEM_GROUP * SINEW_ITEM_GROUP;
        item.tile = tile;
    }
    return list;
}

constexpr GpuStep kSkin{
    .streams = &streams::kSkinStep, .writes = access::kComputeWrite, .items = items};

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
