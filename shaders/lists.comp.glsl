// Lists of instances from the masks that cull.comp left. An instance's place in a list is how many
// are before it: what wants finer levels, of its own level those of the workgroups before, and those
// before it in its own. So lists are in order, whatever runs first.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

layout(set = 0, binding = 0) readonly buffer Levels { LevelEntry levels[]; };
layout(set = 0, binding = 1) readonly buffer Seen { uint seen[]; };
layout(set = 0, binding = 2) readonly buffer SeenCounts { uint seenCounts[]; };
layout(set = 0, binding = 3) readonly buffer Calls { CallEntry calls[]; };
layout(set = 0, binding = 4) readonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 5) writeonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 6) writeonly buffer Arguments { uint arguments[]; };
layout(set = 0, binding = 7) writeonly buffer FirstVertices { uint firstVertices[]; };

layout(local_size_x = SINEW_CULL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

shared uint words[SINEW_CULL_GROUP];  // of `seen`

/// The mask's bits, a byte each.
uvec2 spread(uint mask) {
    uvec2 bits = uvec2(mask, mask >> 4) & 15u;
    return (bits & 1u) | (bits & 2u) << 7 | (bits & 4u) << 14 | (bits & 8u) << 21;
}
uint byteOf(uvec2 bytes, uint list) {
    return (list < 4 ? bytes.x : bytes.y) >> list % 4 * 8 & 255u;
}

#include "shaders/seen.glsl"

uint endIn(uint header, uint level, uint list) { return listEnds[header + slotOf(level, list)]; }

/// Where what wants the level begins in a list, for the instances of a workgroup.
uint beginOf(uint level, uint list, uint group) {
    uint finer = level > 0 ? endIn(SINEW_HEADER_WANTED, level - 1, list) : 0;
    return finer + seenCounts[group * countStride() + slotOf(level, list)];
}

/// Of each list how many before this thread are in it and want the same level.
uvec2 countBefore(uint thread) {
    uvec2 before = uvec2(0);
    uint level = levelIn(words[thread]);
    for (uint other = 0; other < thread; ++other) {
        if (levelIn(words[other]) == level) before += spread(words[other]);
    }
    return before;
}

/// The level at which the entry at a place in a list is drawn.
uint drawnLevel(uint list, uint place) {
    uint level = 0;
    while (place >= endIn(SINEW_HEADER_DRAWN, level, list)) ++level;
    return level;
}

/// The first vertex of the instance at a place in the first list: behind those of all before it.
uint firstVertexOf(uint level, uint place) {
    uint first = 0, begin = 0;
    for (uint finer = 0; finer < level; ++finer) {
        uint end = endIn(SINEW_HEADER_DRAWN, finer, SINEW_LIST_ANY);
        first += (end - begin) * levels[finer].vertexCount;
        begin = end;
    }
    return first + (place - begin) * levels[level].vertexCount;
}

/// Those that are posed in this frame, in order of instances.
void listPosed(uint thread, uint instance) {
    if (worksIn(words[thread]) == 0) return;
    uint place = seenCounts[gl_WorkGroupID.x * countStride() + slotCount() + SINEW_RATE_WORKED];
    for (uint other = 0; other < thread; ++other) place += worksIn(words[other]);
    lists[SINEW_LIST_COUNT * skin.instanceCount + place] = instance;
}

/// The draws of one instance, for blended surfaces: the frame sorts them, so each is drawn on its own.
/// `count`: 1 if the camera sees the instance, else 0.
void writeSingles(uint instance, uint place, uint level, uint count) {
    uint entryCount = calls.length();
    CallEntry singles = calls[entryCount - 1];
    if (singles.kind != SINEW_CALL_SINGLES || instance >= skin.instanceCount) return;
    for (uint i = 0; i < singles.b; ++i) {
        CallEntry entry = calls[singles.a + i * singles.slot + level];
        uint first = (entryCount + instance * singles.b + i) * SINEW_ARGUMENT_WORDS;
        arguments[first] = entry.a;
        arguments[first + 1] = count;
        arguments[first + 2] = entry.b;
        arguments[first + 3] = 0;
        arguments[first + 4] = place;
    }
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint instance = gl_GlobalInvocationID.x;
    uint word = instance < skin.instanceCount ? seen[instance] : 0;
    words[thread] = word;
    barrier();
    if (kRates != 0) listPosed(thread, instance);
    if ((word & 1u << SINEW_LIST_CAMERA) == 0) writeSingles(instance, 0, 0, 0);
    if ((word & 1u << SINEW_LIST_ANY) == 0) return;
    uint level = levelIn(word);
    uvec2 before = countBefore(thread);
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if ((word >> list & 1u) == 0) continue;
        uint place = beginOf(level, list, gl_WorkGroupID.x) + byteOf(before, list);
        uint drawn = drawnLevel(list, place);
        lists[list * skin.instanceCount + place] =
            instance | drawn << SINEW_LISTED_BITS | rateIn(word) << SINEW_LISTED_RATE;
        if (list == SINEW_LIST_CAMERA) writeSingles(instance, place, drawn, 1);
        if (kCulled == SINEW_CULLED_BY_PLACE && list == SINEW_LIST_ANY) {
            firstVertices[instance] = firstVertexOf(drawn, place);
        }
    }
}
