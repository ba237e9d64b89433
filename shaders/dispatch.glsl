// Shared by the kernels pose, boxes, palette and skin: push constants, and the instances of a
// dispatch. A dispatch processes all instances of the crowd, those of visible list 0, or those that
// are posed in this frame. The including kernel declares the buffers `lists` and `listEnds`.
#ifndef SINEW_DISPATCH_GLSL
#define SINEW_DISPATCH_GLSL

#include "shaders/shared/lists.h"
#include "shaders/shared/kernel.h"
#include "shaders/variant.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
    // Slot of the list ends that has the instance count; SINEW_SLOT_POSED: posed instances only
    uint listSlot;
};

#include "shaders/cull/lists.glsl"

uint listedCount() {
    return kCulled != 0 ? listEnds[SINEW_HEADER_DRAWN + listSlot] : skin.instanceCount;
}

/// Returns the workgroup's number in the dispatch. A large dispatch has several rows of workgroups.
/// The last row may have workgroups without work.
uint workgroupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint threadIndex() { return workgroupIndex() * SINEW_KERNEL_GROUP + gl_LocalInvocationIndex; }

#endif
