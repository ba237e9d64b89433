// What the kernels of steps 3 to 6 have in common: their constants, and the instances that a dispatch
// processes, which are all of a page, or the visible ones of a culled crowd.
#ifndef SINEW_WORK_GLSL
#define SINEW_WORK_GLSL

#include "shaders/streams.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
    uint listSlot;  // of a culled crowd: the first list is processed up to the end of this slot
};

CROWD_STREAM(SINEW_BINDING_LIST_ENDS, readonly, uint, ListEnds, listEnds);

#include "shaders/lists.glsl"

uint listedCount() {
    return kCulled != 0 ? listEnds[SINEW_HEADER_DRAWN + listSlot] : skin.instanceCount;
}

/// The workgroup's number in the dispatch. Large dispatches have several rows of workgroups, and the
/// last row may be longer than the work.
uint workgroupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint threadIndex() { return workgroupIndex() * SINEW_KERNEL_GROUP + gl_LocalInvocationIndex; }

#endif
