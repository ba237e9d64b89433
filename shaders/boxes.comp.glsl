// The box of each instance, object space: posedBounds (skinning/animation/bounds.h) of poses that
// were made on the GPU.
#version 460
#define MESH_SET 0
#include "shaders/streams.glsl"
#include "shaders/transform.glsl"

MESH_STREAM(SINEW_BINDING_BINDS, BindEntry, Binds, binds);
MESH_STREAM(SINEW_BINDING_BIND_BOXES, uint, BindBoxes, bindBoxes);
CROWD_STREAM(SINEW_BINDING_POSES, readonly, Affine, Poses, objectFromJoint);
CROWD_STREAM(SINEW_BINDING_MORPH_WEIGHTS, readonly, float, MorphWeights, morphWeights);
CROWD_STREAM(SINEW_BINDING_BOXES, writeonly, BoxEntry, Boxes, boxes);

layout(local_size_x = 64) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};
#include "shaders/lists.glsl"

struct Box {
    vec3 low;
    vec3 high;
};

vec3 boxVec3(uint word) {
    return vec3(uintBitsToFloat(bindBoxes[word]), uintBitsToFloat(bindBoxes[word + 1]),
                uintBitsToFloat(bindBoxes[word + 2]));
}

vec3 largest(Box box) { return max(abs(box.low), abs(box.high)); }

/// The box of an entry with what morph targets add to it.
Box boxOf(uint entry, uint instance, float rounding) {
    Box box = Box(boxVec3(entry), boxVec3(entry + 3));
    if (kMorphs == 0) return box;
    vec3 moved = vec3(0.0);
    uint first = bindBoxes[entry + 7];
    uint end = first + bindBoxes[entry + 8] * SINEW_MORPH_BOX_WORDS;
    for (uint morph = first; morph < end; morph += SINEW_MORPH_BOX_WORDS) {
        float weight = morphWeights[instance * skin.weightCount + bindBoxes[morph]];
        vec3 a = weight * boxVec3(morph + 1);
        vec3 b = weight * boxVec3(morph + 4);
        Box added = Box(min(a, b), max(a, b));
        box = Box(box.low + added.low, box.high + added.high);
        moved += largest(added);
    }
    return Box(box.low - rounding * moved, box.high + rounding * moved);
}

Affine magnitudes(Affine m) { return Affine(abs(m[0]), abs(m[1]), abs(m[2])); }

void main() {
    uint row = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    uint place = gl_GlobalInvocationID.y * row + gl_GlobalInvocationID.x;
    if (place >= posedCount()) return;
    uint instance = posedAt(place);
    uint count = bindBoxes[0];
    float rounding = uintBitsToFloat(bindBoxes[1]);
    const vec3 kInfinity = vec3(uintBitsToFloat(0x7f800000u));
    Box bounds = Box(kInfinity, -kInfinity);
    for (uint e = 0; e < count; ++e) {
        uint entry = SINEW_BIND_BOXES_FIRST + e * SINEW_BIND_BOX_WORDS;
        Box box = boxOf(entry, instance, rounding);
        BindEntry bind = binds[bindBoxes[entry + 6]];
        Affine matrix = product(objectFromJoint[instance * skin.jointCount + bind.joint],
                                bind.jointFromBind);
        vec3 center = 0.5 * box.low + 0.5 * box.high;
        vec3 moved = vec4(center, 1.0) * matrix;
        vec3 reach = vec4(box.high - center, 0.0) * magnitudes(matrix) +
                     rounding * (vec4(largest(box), 1.0) * magnitudes(matrix));
        bounds = Box(min(bounds.low, moved - reach), max(bounds.high, moved + reach));
    }
    if (count == 0) bounds = Box(vec3(0.0), vec3(0.0));
    // Screws run along arcs, which leave the straight ways by half of the diagonal at most.
    if (kBlend == SINEW_BLEND_DUAL_QUATERNION) {
        vec3 arc = vec3(0.5 * length(bounds.high - bounds.low));
        bounds = Box(bounds.low - arc, bounds.high + arc);
    }
    boxes[instance] = BoxEntry(float[](bounds.low.x, bounds.low.y, bounds.low.z),
                               float[](bounds.high.x, bounds.high.y, bounds.high.z));
}
