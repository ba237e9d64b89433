// Which part of a dispatch a workgroup does, and for which instances: all of a page, or those of the
// first list of a culled crowd. A dispatch has one item, whose constants are pushed; or several, which
// are looked up, and whose pages share buffers.
#ifndef SINEW_WORK_GLSL
#define SINEW_WORK_GLSL

#include "shaders/streams.glsl"
#undef IN
#define IN(stream, index) (first.stream + (index))

layout(local_size_x = SINEW_ITEM_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants pushed;
    Dispatch dispatch;
};

CROWD_STREAM(SINEW_BINDING_ITEMS, readonly, WorkItem, Items, items);
CROWD_STREAM(SINEW_BINDING_ITEM_ENDS, readonly, ItemEnd, ItemEnds, itemEnds);

// Of the item.
SkinConstants skin;
StreamStarts first;
uint listedCount;  // instances that there is work for

#include "shaders/lists.glsl"

/// Finds the item; returns the workgroup's number in it. Behind the last item are workgroups that
/// have nothing to do: their numbers go on.
uint findItem() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint item = dispatch.firstItem;
    if (kJoined == 0) {
        skin = pushed;
        first = StreamStarts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        listedCount = kCulled != 0 ? itemEnds[item].instances : pushed.instanceCount;
        return group;
    }
    uint last = item + dispatch.itemCount - 1;
    while (item < last) {
        uint middle = (item + last) / 2;
        if (group < itemEnds[middle].groups) {
            last = middle;
        } else {
            item = middle + 1;
        }
    }
    skin = items[item].skin;
    first = items[item].first;
    listedCount = itemEnds[item].instances;
    return item == dispatch.firstItem ? group : group - itemEnds[item - 1].groups;
}

/// The thread's number in the item.
uint findThread() { return findItem() * SINEW_ITEM_GROUP + gl_LocalInvocationIndex; }

#endif
