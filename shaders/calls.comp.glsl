// Behind ends.comp, where crowds are culled: how many workgroups each dispatch has for the instances
// that are listed, and where those of its items end. A thread a dispatch.
#version 460
#define MESH_SET 0
#include "shaders/streams.glsl"
#include "shaders/shared/items.h"

CROWD_STREAM(SINEW_BINDING_ITEMS, readonly, WorkItem, Items, items);
CROWD_STREAM(SINEW_BINDING_ITEM_ENDS, writeonly, ItemEnd, ItemEnds, itemEnds);
CROWD_STREAM(SINEW_BINDING_DISPATCHES, readonly, Dispatch, Dispatches, dispatches);
CROWD_STREAM(SINEW_BINDING_LIST_ENDS, readonly, uint, ListEnds, listEnds);
CROWD_STREAM(SINEW_BINDING_DISPATCH_ARGUMENTS, writeonly, uint, DispatchArguments,
             dispatchArguments);

layout(local_size_x = SINEW_ITEM_GROUP) in;
layout(push_constant) uniform Constants {
    uint dispatchCount;
    uint mostColumns;  // workgroups of a row
};

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index >= dispatchCount) return;
    Dispatch dispatch = dispatches[index];
    uint groups = 0;
    for (uint i = 0; i < dispatch.itemCount; ++i) {
        uint item = dispatch.firstItem + i;
        uint word = items[item].first.listEnds + SINEW_HEADER_DRAWN + items[item].slot;
        uint instances = listEnds[word];
        groups += groupsOf(items[item].threads, items[item].tile, instances);
        itemEnds[item] = ItemEnd(groups, instances);
    }
    uint columns = min(groups, mostColumns);
    uint first = index * SINEW_DISPATCH_WORDS;
    dispatchArguments[first] = columns;
    dispatchArguments[first + 1] = groups == 0 ? 0 : (groups + columns - 1) / columns;
    dispatchArguments[first + 2] = 1;
}
