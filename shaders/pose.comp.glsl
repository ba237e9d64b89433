// Pose step: one thread per instance samples and blends the clips of the pose request and
// multiplies the joint matrices, parents first. A thread reads only joint matrices that it wrote
// itself, so it needs no barrier.
#version 460
#include "shaders/shared/clips.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/playback.h"
#include "shaders/variant.glsl"

layout(set = 0, binding = 0) readonly buffer Joints { JointEntry joints[]; };
layout(set = 0, binding = 1) readonly buffer Clips { uint clips[]; };
layout(set = 0, binding = 2) readonly buffer Requests { PoseRequest requests[]; };
layout(set = 0, binding = 3) readonly buffer Playbacks { Playback playback[]; };
layout(set = 0, binding = 4) readonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 5) readonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 6) buffer Poses { Affine objectFromJoint[]; };
layout(set = 0, binding = 7) writeonly buffer MorphWeights { float morphWeights[]; };

#include "shaders/dispatch.glsl"
#include "shaders/clips.glsl"
#include "shaders/requests.glsl"

Transform restOf(JointEntry joint) {
    return Transform(vec3(joint.translation[0], joint.translation[1], joint.translation[2]),
                     vec4(joint.rotation[0], joint.rotation[1], joint.rotation[2],
                          joint.rotation[3]),
                     vec3(joint.scale[0], joint.scale[1], joint.scale[2]));
}

struct Layer {
    Player player;
    float weight;  // 0: no layer
    uint mask;
};

Layer layerOf(uint word, float seconds, uint mask, Player none) {
    uint weight = bitfieldExtract(word, SINEW_REQUEST_CLIP_BITS, SINEW_REQUEST_WEIGHT_BITS);
    Layer layer = Layer(none, 0.0, mask);
    if (weight == 0) return layer;
    layer.weight = float(weight) / float(SINEW_REQUEST_FULL_WEIGHT);
    layer.player = playerOf(bitfieldExtract(word, 0, SINEW_REQUEST_CLIP_BITS), seconds);
    return layer;
}

/// Returns the weight of `layer` for a joint, or for all morph weights. `masks` has the joint's
/// weight in each mask, 8 bits each.
float weightOf(Layer layer, uint masks) {
    if (layer.mask == 0) return layer.weight;
    return layer.weight * (float(masks >> 8 * (layer.mask - 1) & 255u) / 255.0);
}

void main() {
    uint listIndex = threadIndex();
    if (listIndex >= listedCount()) return;
    uint instance = posedAt(listIndex);
    PoseRequest request = requestOf(instance);
    const uint kClipMask = (1u << SINEW_REQUEST_CLIP_BITS) - 1u;
    Player base = playerOf(request.clips & kClipMask, request.seconds);
    Player other = playerOf(request.clips >> SINEW_REQUEST_CLIP_BITS & kClipMask,
                            request.otherSeconds);
    bool fades = request.otherWeight != 0.0;
    Layer layer = layerOf(request.layer, request.layerSeconds,
                          bitfieldExtract(request.clips, SINEW_REQUEST_LAYER_MASK, 3), base);
    Layer additive = layerOf(request.additive, request.additiveSeconds,
                             bitfieldExtract(request.clips, SINEW_REQUEST_ADDITIVE_MASK, 3), base);

    uint root = instance * skin.jointCount;
    Affine before;  // matrix of joint j - 1, usually the parent of joint j
    for (uint j = 0; j < skin.jointCount; ++j) {
        JointEntry joint = joints[j];
        Transform rest = restOf(joint);
        Transform local = rest;
        sampleJoint(base, j, local);
        if (fades) {
            sampleJoint(other, j, rest);
            local = blended(local, rest, request.otherWeight);
        }
        if (layer.weight != 0.0) {
            float weight = weightOf(layer, joint.masks);
            if (weight != 0.0) {
                rest = restOf(joint);
                sampleJoint(layer.player, j, rest);
                local = blended(local, rest, weight);
            }
        }
        if (additive.weight != 0.0) {
            float weight = weightOf(additive, joint.masks);
            if (weight != 0.0 && clipWord(additive.player.table + j) != 0) {
                rest = restOf(joint);
                Transform from = rest;
                firstOfJoint(additive.player.table, j, from);
                sampleJoint(additive.player, j, rest);
                local = added(local, from, rest, weight);
            }
        }
        Affine matrix = affineFrom(local);
        if (joint.parent != SINEW_NO_PARENT) {
            if (joint.parent + 1 != j) before = objectFromJoint[root + joint.parent];
            matrix = product(before, matrix);
        }
        objectFromJoint[root + j] = matrix;
        before = matrix;
    }
    if (kMorphs == 0) return;
    uint masks = joints[skin.jointCount].masks;
    float ofLayer = weightOf(layer, masks);
    float ofAdditive = weightOf(additive, masks);
    for (uint w = 0; w < skin.weightCount; ++w) {
        float weight = sampleWeight(base, skin.jointCount, w);
        if (fades) {
            float faded = sampleWeight(other, skin.jointCount, w);
            weight = weight * (1.0 - request.otherWeight) + faded * request.otherWeight;
        }
        if (ofLayer != 0.0) {
            float over = sampleWeight(layer.player, skin.jointCount, w);
            weight = weight * (1.0 - ofLayer) + over * ofLayer;
        }
        if (ofAdditive != 0.0 && clipWord(additive.player.table + skin.jointCount + w) != 0) {
            float from = firstOfWeight(additive.player.table, skin.jointCount, w);
            weight += (sampleWeight(additive.player, skin.jointCount, w) - from) * ofAdditive;
        }
        morphWeights[instance * skin.weightCount + w] = weight;
    }
}
