// Records the dispatches of culling: by clip bounds before poses are computed and, if the GPU
// poses, once more by posed bounds afterwards.
#include "skinning/gpu/cull/cull_step.h"

#include <algorithm>
#include <bit>

#include "shaders/shared/culling.h"
#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/crowd_mesh.h"

namespace sinew {

CullKernels CullKernels::create(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd, uint32_t cullBy) {
    const SkinVariant all = crowd.plan().variant();
    const SkinVariant cull{
        .culled = all.culled, .levels = all.levels, .rates = all.rates, .cullBy = cullBy};
    SkinVariant lists = cull;
    // A thread processes one visibility word at a time, so small crowds need only small workgroups.
    lists.workgroupSize = std::clamp(std::bit_ceil(crowd.range().instanceCount),
                                     SINEW_LEAST_COMPACT_THREADS, crowd.groupLimits().listsThreads);
    return {.cull = &kernels.compute(shaders, "cull.comp", cull.constants()),
            .lists = &kernels.compute(shaders, "lists.comp", lists.constants())};
}

void recordCull(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    static_assert(kMostInstances / SINEW_KERNEL_GROUP < 65535, "one row of workgroups");
    commands.dispatch(
        *crowd.kernels().cull[round].cull,
        {crowd.clipBoxes(), crowd.mesh().mesh.levelEntries, buffers.requests, buffers.playback,
         buffers.placements, buffers.boxes, crowd.culling()->views(moment.phase), buffers.lastPoses,
         buffers.visibility, buffers.listEnds},
        crowd.constants(), {gpu::groupsOf(1, 1, crowd.range().instanceCount)});
}

void recordLists(Commands& commands, const SkinnedCrowd& crowd, Moment moment, uint32_t round) {
    const FrameBuffers buffers = crowd.buffers(moment.phase);
    commands.dispatch(*crowd.kernels().cull[round].lists,
                      {crowd.mesh().mesh.levelEntries, buffers.visibility,
                       crowd.culling()->indirectTemplateBuffer(), buffers.listEnds,
                       buffers.visibleLists, crowd.culling()->arguments(), buffers.firstVertices},
                      crowd.constants(), {});
}

}  // namespace sinew
