// Method compute: palette and skin in compute, once, into a shared vertex buffer.
#include "shaders/shared/variant.h"
#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/gpu/skin/palette_skinning.h"

namespace sinew {
namespace {

class ComputeSkinning final : public PaletteSkinning {
public:
    ComputeSkinning()
        : PaletteSkinning(
              {.summary = "palette and skin in compute, once, into a shared vertex buffer",
               .supports = {.output = true, .poses = true, .cull = true, .lod = true, .rate = true},
               .palettesOnGpu = true,
               .skinWrites = access::kComputeWrite}) {}

    BufferList buffers(const SkinPlan& plan) const override {
        BufferList rows = paletteRows(plan);
        rows.push_back(skinnedVerticesRow(plan, WrittenBy::gpu));
        return rows;
    }

    /// Creates one kernel for each influence count up to kUnrolled, with an unrolled loop. Larger
    /// counts share one kernel.
    MethodKernels kernels(Kernels& kernels, const ShaderLibrary& shaders,
                          const SkinnedCrowd& crowd) const override {
        MethodKernels result = PaletteSkinning::kernels(kernels, shaders, crowd);
        for (const InfluenceBucket& bucket : crowd.mesh().mesh.buckets) {
            SkinVariant variant = crowd.plan().variant();
            variant.influenceCount = bucket.influenceCount <= kUnrolled ? bucket.influenceCount : 0;
            result.skin.push_back(&kernels.compute(shaders, "skin.comp", variant.constants()));
        }
        return result;
    }

    /// Computes skinned vertices from mesh vertices, influences and palettes. Records one dispatch
    /// for each bucket of vertices with the same number of influences.
    void recordSkinning(Commands& commands, const SkinnedCrowd& crowd,
                        Moment moment) const override {
        const GpuMesh& mesh = crowd.mesh().mesh;
        const FrameBuffers buffers = crowd.buffers(moment.phase);
        for (uint32_t i = 0; i < mesh.buckets.size(); ++i) {
            dispatch(commands, *crowd.kernels().method.skin[i],
                     {mesh.vertices, mesh.influences, mesh.morphOffsets, mesh.morphDeltas,
                      buffers.morphWeights, buffers.normalPalettes,
                      buffers.palettes,  // as a storage buffer
                      buffers.palettes,  // as texels
                      buffers.visibleLists, buffers.listEnds, buffers.firstVertices, buffers.boxes,
                      buffers.skinned},
                     crowd, CrowdStep::skin, skinDispatch(crowd, mesh.buckets[i]), i);
        }
    }

    std::vector<gpu::IndirectTemplate> skinTemplates(const SkinnedCrowd& crowd) const override {
        std::vector<gpu::IndirectTemplate> indirectTemplates;
        for (const InfluenceBucket& bucket : crowd.mesh().mesh.buckets) {
            indirectTemplates.push_back(skinDispatch(crowd, bucket).indirectTemplate());
        }
        return indirectTemplates;
    }

    void cost(const CostInput& input, CostCard& card) const override {
        paletteCost(input, card);
        // A bucket stores the influences of its vertices in sequence, so the kernel reads no
        // offsets.
        skinCost(input, false, card);
        card.dispatches += static_cast<uint32_t>(input.influences.lengths.size());
        passesReadVertices(input, card);
    }

    std::vector<std::string> cannot(const CostInput&, const CostCard& card) const override {
        return {cannotShareVertices(card)};
    }

private:
    /// With more influences than this, the length of the loop is a push constant and not compiled
    /// in.
    static constexpr uint32_t kUnrolled = 8;

    /// Returns a dispatch with one thread for each pair of a vertex of the bucket and a tile of
    /// instances. The vertex count is rounded up to entire workgroups.
    static CrowdDispatch skinDispatch(const SkinnedCrowd& crowd, const InfluenceBucket& bucket) {
        const SkinVariant variant = crowd.plan().variant();
        // If vertices are stored by instance, an instance that reuses its pose also reuses its
        // vertices.
        const bool keeps = variant.rates != 0 && variant.culled == SINEW_CULLED_STORED_BY_INSTANCE;
        gpu::SkinConstants skin = crowd.constants();
        skin.instanceTile = crowd.groupLimits().instanceTile(skin.vertexCount, skin.instanceCount);
        skin.firstVertex = bucket.firstVertex;
        skin.bucketVertices = bucket.vertexCount;
        skin.firstInfluence = bucket.firstWord;
        skin.influenceCount = bucket.influenceCount;
        return {
            .constants = {skin, keeps ? SINEW_SLOT_POSED : slotOf(bucket.level, SINEW_LIST_ANY)},
            .threads = (bucket.vertexCount + SINEW_KERNEL_GROUP - 1) / SINEW_KERNEL_GROUP *
                       SINEW_KERNEL_GROUP,
            .tile = skin.instanceTile};
    }
};

}  // namespace

const SkinningMethod& methods::compute() {
    static const ComputeSkinning method;
    return method;
}

}  // namespace sinew
