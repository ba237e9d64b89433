// Copies the indices of each instance's level of detail for the build of its acceleration
// structure, and adds the index of its first vertex. The remaining indices are equal: their
// triangles have no area. One workgroup processes one entry of list 0.
#version 460
#include "shaders/shared/kernel.h"
#include "shaders/shared/lists.h"
#include "shaders/shared/trace.h"
#include "shaders/cull/visibility.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants { TraceIndexConstants trace; };
layout(set = 0, binding = 0) readonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 1) readonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 2) readonly buffer Visibility { uint visibility[]; };
layout(set = 0, binding = 3) readonly buffer FirstVertices { uint firstVertices[]; };
// First index and index count of each surface that casts shadows, level by level.
layout(set = 0, binding = 4) readonly buffer Ranges { uvec2 ranges[]; };
layout(set = 0, binding = 5) readonly buffer MeshIndices { uint meshIndices[]; };
layout(set = 0, binding = 6) writeonly buffer Indices { uint indices[]; };

void writeIndices(uint instance, uint firstVertex, uint firstRange, uint rangeCount) {
    if (instance < trace.firstInstance || instance >= trace.endInstance) return;
    uint to = (instance - trace.firstInstance) * trace.indexCount;
    uint i = gl_LocalInvocationIndex, begin = 0;
    for (uint r = firstRange; r < firstRange + rangeCount; ++r) {
        uint end = begin + ranges[r].y;
        for (; i < end; i += SINEW_KERNEL_GROUP) {
            indices[to + i] = firstVertex + meshIndices[ranges[r].x + i - begin];
        }
        begin = end;
    }
    for (; i < trace.indexCount; i += SINEW_KERNEL_GROUP) indices[to + i] = firstVertex;
}

void main() {
    uint index = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (index >= trace.instanceCount) return;
    if (index < listEnds[SINEW_LIST_ANY]) {
        uint entry = lists[index];
        uint instance = bitfieldExtract(entry, 0, SINEW_LISTED_BITS);
        uint level = bitfieldExtract(entry, SINEW_LISTED_BITS, SINEW_LEVEL_BITS);
        writeIndices(instance, firstVertices[instance], level * trace.rangeCount, trace.rangeCount);
    }
    // An instance that is in no list has no vertices.
    if (!isInList(visibility[index], SINEW_LIST_ANY)) writeIndices(index, 0, 0, 0);
}
