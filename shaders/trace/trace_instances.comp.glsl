// Writes the instances of the top-level acceleration structure from placements. Instances that
// culling removed from all lists have mask 0, because their vertices are of an older frame.
#version 460
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/trace.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"
#include "shaders/cull/visibility.glsl"

layout(local_size_x = SINEW_KERNEL_GROUP) in;
layout(push_constant) uniform Constants { TraceConstants trace; };
layout(set = 0, binding = 0) readonly buffer Placements { Placement placements[]; };
layout(set = 0, binding = 1) readonly buffer Visibility { uint visibility[]; };
layout(set = 0, binding = 2) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 0, binding = 3) readonly buffer Structures { uvec2 structures[]; };
layout(set = 0, binding = 4) writeonly buffer Instances { TraceInstance instances[]; };

/// Returns the transform from compact positions, which are in [0, 1] of the instance's box.
Affine worldFromBox(Affine worldFromObject, BoxEntry box) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 size = vec3(box.high[0], box.high[1], box.high[2]) - low;
    // The matrix must be invertible, also for a flat box.
    size = max(size, 1e-6 * max(size.x, max(size.y, size.z)) + 1e-20);
    Affine result;
    for (int row = 0; row < 3; ++row) {
        vec4 from = worldFromObject[row];
        result[row] = vec4(from.xyz * size, dot(from.xyz, low) + from.w);
    }
    return result;
}

void main() {
    uint instance = gl_GlobalInvocationID.x;
    if (instance >= trace.instanceCount) return;
    Affine matrix = placements[instance].worldFromObject;
    if (kOutput == SINEW_OUTPUT_COMPACT) matrix = worldFromBox(matrix, boxes[instance]);
    bool traced = kCulled == 0 || isInList(visibility[instance], SINEW_LIST_ANY);
    uint index = trace.firstInstance + instance;
    uvec2 structure = structures[instance];
    instances[index] =
        TraceInstance(matrix, index | (traced ? SINEW_TRACE_MASK : 0u), SINEW_TRACE_FLAGS,
                      uint[](structure.x, structure.y));
}
