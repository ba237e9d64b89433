// Computes the posed bounds of each instance in object space. It is the GPU version of
// posedBounds() (skinning/bounds/bounds.h).
#version 460
#include "shaders/shared/clips.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/playback.h"
#include "shaders/variant.glsl"

layout(set = 0, binding = 0) readonly buffer Binds { BindEntry binds[]; };
layout(set = 0, binding = 1) readonly buffer BindBoxes { uint bindBoxes[]; };
layout(set = 0, binding = 2) readonly buffer Requests { PoseRequest requests[]; };
layout(set = 0, binding = 3) readonly buffer Playbacks { Playback playback[]; };
layout(set = 0, binding = 4) readonly buffer Poses { Affine objectFromJoint[]; };
layout(set = 0, binding = 5) readonly buffer MorphWeights { float morphWeights[]; };
layout(set = 0, binding = 6) readonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 7) readonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 8) writeonly buffer Boxes { BoxEntry boxes[]; };

#include "shaders/dispatch.glsl"
#include "shaders/pose/requests.glsl"
#include "shaders/pose/transform.glsl"
#include "shaders/cull/rate.glsl"

struct Box {
    vec3 low;
    vec3 high;
};

uint wordAt(uint word) { return bindBoxes[word]; }

vec3 boxVec3(uint word) {
    return vec3(uintBitsToFloat(wordAt(word)), uintBitsToFloat(wordAt(word + 1)),
                uintBitsToFloat(wordAt(word + 2)));
}

vec3 largest(Box box) { return max(abs(box.low), abs(box.high)); }

/// Returns the bind-space box of a bind's vertices, grown by the morph targets and their rounding
/// error.
Box boxOf(uint entry, uint instance, float rounding) {
    Box box = Box(boxVec3(entry), boxVec3(entry + 3));
    if (kMorphs == 0) return box;
    vec3 moved = vec3(0.0);
    uint begin = wordAt(entry + 7);
    uint end = begin + wordAt(entry + 8) * SINEW_MORPH_BOX_WORDS;
    for (uint morph = begin; morph < end; morph += SINEW_MORPH_BOX_WORDS) {
        float weight =
            morphWeights[instance * skin.weightCount + wordAt(morph)];
        vec3 a = weight * boxVec3(morph + 1);
        vec3 b = weight * boxVec3(morph + 4);
        Box added = Box(min(a, b), max(a, b));
        box = Box(box.low + added.low, box.high + added.high);
        moved += largest(added);
    }
    return Box(box.low - rounding * moved, box.high + rounding * moved);
}

Affine magnitudes(Affine m) { return Affine(abs(m[0]), abs(m[1]), abs(m[2])); }

/// Returns how far the box must grow for dual quaternions. GPU version of ClipArcs::of().
Box arcOf(PoseRequest request) {
    uint rest = wordAt(2);
    uint clip = min(bitfieldExtract(request.clips, 0, SINEW_REQUEST_CLIP_BITS), rest);
    uint arc = wordAt(3) + (blends(request) ? rest + 1 : clip) * SINEW_ARC_WORDS;
    return Box(boxVec3(arc), boxVec3(arc + 3));
}

void main() {
    uint listIndex = threadIndex();
    if (listIndex >= listedCount()) return;
    uint instance = posedAt(listIndex);
    uint count = wordAt(0);
    float rounding = uintBitsToFloat(wordAt(1));
    const vec3 kInfinity = vec3(uintBitsToFloat(0x7f800000u));
    Box bounds = Box(kInfinity, -kInfinity);
    for (uint e = 0; e < count; ++e) {
        uint entry = SINEW_BIND_BOXES_FIRST + e * SINEW_BIND_BOX_WORDS;
        Box box = boxOf(entry, instance, rounding);
        BindEntry bind = binds[wordAt(entry + 6)];
        uint joint = instance * skin.jointCount + bind.joint;
        Affine matrix = product(objectFromJoint[joint], bind.jointFromBind);
        vec3 center = 0.5 * box.low + 0.5 * box.high;
        vec3 moved = vec4(center, 1.0) * matrix;
        vec3 reach = vec4(box.high - center, 0.0) * magnitudes(matrix) +
                     rounding * (vec4(largest(box), 1.0) * magnitudes(matrix));
        bounds = Box(min(bounds.low, moved - reach), max(bounds.high, moved + reach));
    }
    if (count == 0) bounds = Box(vec3(0.0), vec3(0.0));
    if (kBlend == SINEW_BLEND_DUAL_QUATERNION) {
        Box arc = arcOf(requestOf(instance));
        bounds = Box(bounds.low + arc.low, bounds.high + arc.high);
    }
    boxes[instance] = BoxEntry(float[](bounds.low.x, bounds.low.y, bounds.low.z),
                                          float[](bounds.high.x, bounds.high.y, bounds.high.z));
}
