// Measures how expensive rays through the refitted structure of an instance are: sums the surface
// areas of the boxes around its clusters of triangles. One workgroup processes one instance.
#version 460
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/trace.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants { TraceConstants trace; };
layout(set = 0, binding = 0) readonly buffer Skinned { PackedVertex skinned[]; };
layout(set = 0, binding = 0) readonly buffer SkinnedCompact { CompactVertex skinnedCompact[]; };
layout(set = 0, binding = 1) readonly buffer Indices { uint indices[]; };
layout(set = 0, binding = 2) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 0, binding = 3) writeonly buffer Areas { float areas[]; };  // object units squared

shared float sums[SINEW_KERNEL_GROUP];

vec3 positionAt(uint instance, uint index) {
    uint vertexIndex = instance * trace.vertexCount + indices[index];
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        CompactVertex v = skinnedCompact[vertexIndex];
        vec3 share = unpackCompactPosition(CompactVertex(v.a, v.b, v.c));
        BoxEntry box = boxes[instance];
        vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
        return low + share * (vec3(box.high[0], box.high[1], box.high[2]) - low);
    }
    PackedVertex v = skinned[vertexIndex];
    return vec3(v.x, v.y, v.z);
}

void main() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint instance = group * SINEW_TRACE_PERIOD + trace.measured;
    const uint kIndices = SINEW_TRACE_CLUSTER * 3;
    float sum = 0.0;
    if (instance < trace.instanceCount) {
        for (uint first = gl_LocalInvocationIndex * kIndices; first < trace.indexCount;
             first += SINEW_KERNEL_GROUP * kIndices) {
            vec3 low = positionAt(instance, first), high = low;
            for (uint i = first + 1; i < min(first + kIndices, trace.indexCount); ++i) {
                vec3 p = positionAt(instance, i);
                low = min(low, p);
                high = max(high, p);
            }
            vec3 size = high - low;
            sum += 2.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
        }
    }
    sums[gl_LocalInvocationIndex] = sum;
    barrier();
    for (uint width = SINEW_KERNEL_GROUP / 2; width > 0; width /= 2) {
        if (gl_LocalInvocationIndex < width) {
            sums[gl_LocalInvocationIndex] += sums[gl_LocalInvocationIndex + width];
        }
        barrier();
    }
    if (gl_LocalInvocationIndex == 0 && instance < trace.instanceCount) areas[instance] = sums[0];
}
