// Dispatches of culling. It runs before poses by the bounds of clips and, if the GPU poses, again
// by posed bounds.
#include "skinning/gpu/cull/cull_step.h"

#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/crowd_work.h"

namespace sinew {
namespace {

/// Groups for a thread an instance. A crowd never has too many for one row.
Groups groupsOf(const SkinnedCrowd& crowd) {
    static_assert(kMostInstances / SINEW_CULL_GROUP < 65535, "groups that every device allows");
    return {(crowd.range().instanceCount + SINEW_CULL_GROUP - 1) / SINEW_CULL_GROUP};
}

}  // namespace

CullKernels CullKernels::create(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd, uint32_t cullBy) {
    const SkinVariant variant = crowd.plan().variant();
    const StageConstants constants = SkinVariant{.culled = variant.culled,
                                                 .levels = variant.levels,
                                                 .rates = variant.rates,
                                                 .cullBy = cullBy}
                                         .constants();
    return {.masks = &kernels.compute(shaders, "cull.comp", constants),
            .ends = &kernels.compute(shaders, "ends.comp", constants),
            .lists = &kernels.compute(shaders, "lists.comp", constants)};
}

void recordMasks(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(
        *crowd.kernels().cull[round].masks,
        {crowd.clipBoxes(), crowd.mesh().mesh.levelEntries, buffers.requests, buffers.playback,
         buffers.placements, buffers.boxes, crowd.culling()->views(moment.phase), buffers.heldPoses,
         buffers.visibility, buffers.visibleCounts},
        crowd.constants(), groupsOf(crowd));
}

void recordEnds(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(
        *crowd.kernels().cull[round].ends,
        {crowd.mesh().mesh.levelEntries, buffers.visibility, buffers.visibleCounts,
         crowd.culling()->callTemplates(), buffers.listEnds, crowd.culling()->arguments()},
        crowd.constants(), {});
}

void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(*crowd.kernels().cull[round].lists,
                      {crowd.mesh().mesh.levelEntries, buffers.visibility, buffers.visibleCounts,
                       crowd.culling()->callTemplates(), buffers.listEnds, buffers.visibleLists,
                       crowd.culling()->arguments(), buffers.firstVertices},
                      crowd.constants(), groupsOf(crowd));
}

}  // namespace sinew
