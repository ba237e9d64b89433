// Behind ends.comp, where crowds are culled: how many workgroups each dispatch has for the instances
// that are listed, and where those of its items end. A workgroup a dispatch.
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
    uint mostColumns;  // workgroups of a row
};

shared uint groups[SINEW_ITEM_GROUP];

void main() {
    uint thread = gl_LocalInvocationIndex;
    Dispatch dispatch = dispatches[gl_WorkGroupID.x];
    uint total = 0;  // of the items before
    for (uint base = 0; base < dispatch.itemCount; base += SINEW_ITEM_GROUP) {
        bool isItem = base + thread < dispatch.itemCount;
        uint item = dispatch.firstItem + base + thread;
        uint instances = 0;
        if (isItem) {
            uint word = items[item].first.listEnds + SINEW_HEADER_DRAWN + items[item].slot;
            instances = listEnds[word];
        }
        groups[thread] =
            isItem ? groupsOf(items[item].threads, items[item].tile, instances) : 0;
        barrier();
        uint end = total;
        for (uint other = 0; other < SINEW_ITEM_GROUP; ++other) {
            if (other <= thread) end += groups[other];
            total += groups[other];
        }
        if (isItem) itemEnds[item] = ItemEnd(end, instances);
        barrier();
    }
    if (thread > 0) return;
    uint columns = min(total, mostColumns);
    uint word = gl_WorkGroupID.x * SINEW_DISPATCH_WORDS;
    dispatchArguments[word] = columns;
    dispatchArguments[word + 1] = total == 0 ? 0 : (total + columns - 1) / columns;
    dispatchArguments[word + 2] = 1;
}
