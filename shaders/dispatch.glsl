// Shared by the kernels pose, boxes, palette and skin: push constants, and the instances of a
// dispatch. These are all instances of the crowd, the visible list, or the instances that are posed
// in this frame.
// Needs the buffers `lists` and `listEnds`.
#ifndef SINEW_DISPATCH_GLSL
#define SINEW_DISPATCH_GLSL

#include "shaders/shared/lists.h"
#include "shaders/shared/kernel.h"
#include "shaders/variant.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
    uint listSlot;  // slot of the instance count in listEnds; SINEW_SLOT_POSED: posed instances
};

#include "shaders/lists.glsl"

uint listedCount() {
    return kCulled != 0 ? listEnds[SINEW_HEADER_DRAWN + listSlot] : skin.instanceCount;
}

/// The workgroup's number in the dispatch. Large dispatches have several rows of workgroups, and
/// the last row may be longer than the work.
uint workgroupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint threadIndex() { return workgroupIndex() * SINEW_KERNEL_GROUP + gl_LocalInvocationIndex; }

#endif
