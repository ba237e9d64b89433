// Dispatches of the kernels pose, boxes, palette and skin. If the crowd is culled, their arguments
// are indirect.
#pragma once

#include "renderer/commands.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/groups.h"
#include "shaders/shared/kernel.h"
#include "skinning/gpu/crowd/skinned_crowd.h"

namespace sinew {

// In a crowd's list ends, the number of posed instances directly follows the ends of drawn
// instances, so kernels index both by slot.
static_assert(SINEW_HEADER_DRAWN + SINEW_SLOT_POSED == SINEW_HEADER_RATES + SINEW_RATE_POSED);

/// Push constants (shaders/dispatch.glsl).
struct DispatchConstants {
    gpu::SkinConstants skin;
    uint32_t listSlot = 0;
};
static_assert(sizeof(DispatchConstants) <= kPushBytes);

/// The constants and the size of one dispatch.
struct CrowdDispatch {
    DispatchConstants constants;
    uint32_t threads = 1;  // per tile of instances
    uint32_t tile = 1;     // instances per tile

    /// Returns the template from which culling writes the indirect arguments.
    gpu::IndirectTemplate indirectTemplate() const {
        return {constants.listSlot, SINEW_CALL_DISPATCH, threads, tile};
    }
};

/// Returns a dispatch with one thread per instance that is posed in this frame.
inline CrowdDispatch instanceDispatch(const SkinnedCrowd& crowd) {
    return {.constants = {crowd.constants(), crowd.plan().rated() ? SINEW_SLOT_POSED : kSlotOfAll}};
}
/// Returns a dispatch with one thread per palette entry of the instances posed in this frame.
inline CrowdDispatch paletteDispatch(const SkinnedCrowd& crowd) {
    CrowdDispatch crowdDispatch = instanceDispatch(crowd);
    crowdDispatch.threads = crowd.constants().bindCount;
    return crowdDispatch;
}

/// Records the dispatch, with indirect arguments if the crowd is culled. `call` is its index among
/// the dispatches of `step`.
inline void dispatch(Commands& commands, const Kernel& kernel,
                     std::initializer_list<Descriptor> buffers, const SkinnedCrowd& crowd,
                     CrowdStep step, const CrowdDispatch& crowdDispatch, uint32_t call = 0) {
    if (const Culling* culling = crowd.culling()) {
        commands.dispatchIndirect(
            kernel, buffers, crowdDispatch.constants, culling->arguments(),
            argumentOffset(culling->indirectTemplates().steps[indexOf(step)] + call));
        return;
    }
    const uint32_t groups = gpu::groupsOf(crowdDispatch.threads, crowdDispatch.tile,
                                          crowdDispatch.constants.skin.instanceCount);
    const uint32_t columns = std::min(groups, crowd.groupLimits().x);
    if (columns == 0) return;
    commands.dispatch(kernel, buffers, crowdDispatch.constants,
                      {columns, (groups + columns - 1) / columns});
}

}  // namespace sinew
