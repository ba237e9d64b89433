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
#include "shaders/pose/clips.glsl"
#include "shaders/pose/requests.glsl"

Transform restOf(JointEntry joint) {
    return Transform(vec3(joint.translation[0], joint.translation[1], joint.translation[2]),
                     vec4(joint.rotation[0], joint.rotation[1], joint.rotation[2],
                          joint.rotation[3]),
                     vec3(joint.scale[0], joint.scale[1], joint.scale[2]));
}

// The layers of a request, in the order in which they are applied.
const uint kBase = 0;
const uint kFade = 1;
const uint kOverride = 2;
const uint kAdditive = 3;
const uint kLayers = 4;

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

/// Moves the first layer to the end. Loops over layers read only element 0, because an array with
/// constant indices stays in registers.
void rotate(inout Layer layers[kLayers]) {
    Layer first = layers[0];
    layers[0] = layers[1];
    layers[1] = layers[2];
    layers[2] = layers[3];
    layers[3] = first;
}

void main() {
    uint listIndex = threadIndex();
    if (listIndex >= listedCount()) return;
    uint instance = posedAt(listIndex);
    PoseRequest request = requestOf(instance);
    const uint kClipMask = (1u << SINEW_REQUEST_CLIP_BITS) - 1u;
    Layer layers[kLayers];
    layers[kBase] = Layer(playerOf(request.clips & kClipMask, request.seconds), 1.0, 0);
    layers[kFade] = Layer(playerOf(request.clips >> SINEW_REQUEST_CLIP_BITS & kClipMask,
                                   request.otherSeconds),
                          request.otherWeight, 0);
    layers[kOverride] = layerOf(request.layer, request.layerSeconds,
                                bitfieldExtract(request.clips, SINEW_REQUEST_LAYER_MASK, 3),
                                layers[kBase].player);
    layers[kAdditive] = layerOf(request.additive, request.additiveSeconds,
                                bitfieldExtract(request.clips, SINEW_REQUEST_ADDITIVE_MASK, 3),
                                layers[kBase].player);
    bool baseOnly = layers[kFade].weight == 0.0 && layers[kOverride].weight == 0.0 &&
                    layers[kAdditive].weight == 0.0;
    uint layerCount = baseOnly ? 1 : kLayers;

    uint root = instance * skin.jointCount;
    Affine before;  // matrix of joint j - 1, usually the parent of joint j
    for (uint j = 0; j < skin.jointCount; ++j) {
        JointEntry joint = joints[j];
        Transform local;
        for (uint i = 0; i < layerCount; ++i) {
            uint table = layers[0].player.table;
            float weight = weightOf(layers[0], joint.masks);
            if (weight != 0.0 && (i != kAdditive || clipWord(table + j) != 0)) {
                Transform sampled = restOf(joint);
                sampleJoint(layers[0].player, j, sampled);
                if (i == kBase) {
                    local = sampled;
                } else if (i == kAdditive) {
                    Transform from = restOf(joint);
                    firstOfJoint(table, j, from);
                    local = added(local, from, sampled, weight);
                } else {
                    local = blended(local, sampled, weight);
                }
            }
            if (layerCount > 1) rotate(layers);
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
    for (uint w = 0; w < skin.weightCount; ++w) {
        float value = 0.0;
        for (uint i = 0; i < layerCount; ++i) {
            uint table = layers[0].player.table;
            float weight = weightOf(layers[0], masks);
            if (weight != 0.0 && (i != kAdditive || clipWord(table + skin.jointCount + w) != 0)) {
                float sampled = sampleWeight(layers[0].player, skin.jointCount, w);
                if (i == kBase) {
                    value = sampled;
                } else if (i == kAdditive) {
                    value += (sampled - firstOfWeight(table, skin.jointCount, w)) * weight;
                } else {
                    value = value * (1.0 - weight) + sampled * weight;
                }
            }
            if (layerCount > 1) rotate(layers);
        }
        morphWeights[instance * skin.weightCount + w] = value;
    }
}
