// Behind ends.comp, where crowds of several models are culled: the arguments of the calls that draw
// them together. A thread an argument, list by list.
#version 460
#define MESH_SET 0
#include "shaders/streams.glsl"
#include "shaders/shared/joined_draw.h"

CROWD_STREAM(SINEW_BINDING_DRAWS, readonly, JoinedDraw, Draws, draws);
CROWD_STREAM(SINEW_BINDING_LIST_ENDS, readonly, uint, ListEnds, listEnds);
CROWD_STREAM(SINEW_BINDING_ARGUMENTS, writeonly, uint, Arguments, arguments);

layout(local_size_x = SINEW_ITEM_GROUP) in;
layout(push_constant) uniform Constants {
    uint drawCount;  // of a list
};

void main() {
    uint index = gl_GlobalInvocationID.x;
    uint list = SINEW_LIST_CAMERA + index / drawCount;
    if (list >= SINEW_LIST_COUNT) return;
    JoinedDraw draw = draws[index % drawCount];
    // The ends of what is drawn at this level, and at the finer one before it.
    uint slot = draw.listEnds + SINEW_HEADER_DRAWN + draw.level * SINEW_LIST_COUNT + list;
    uint begin = draw.level > 0 ? listEnds[slot - SINEW_LIST_COUNT] : 0;
    uint first = index * SINEW_ARGUMENT_WORDS;
    arguments[first] = draw.indexCount;
    arguments[first + 1] = listEnds[slot] - begin;
    arguments[first + 2] = draw.firstIndex;
    arguments[first + 3] = draw.skinned;
    arguments[first + 4] = draw.lists + list * draw.listRoom + begin;
}
