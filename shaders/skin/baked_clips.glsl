// Reads palette entries and morph weights from the texture of baked clips (method texture). Uses
// bindings 6 and 7 of set BUFFER_SET; binding SINEW_PASS_PREVIOUS has the previous frame's states.
// The including shader declares `SkinConstants skin`.
#ifndef SINEW_BAKED_CLIPS_GLSL
#define SINEW_BAKED_CLIPS_GLSL

#include "shaders/shared/instance.h"
#include "shaders/skin/matrices.glsl"
#include "shaders/skin/times.glsl"

layout(set = BUFFER_SET, binding = 7) uniform sampler2D bakedClips;
layout(set = BUFFER_SET, binding = 6) readonly buffer BakedStates { BakedState bakedStates[]; };
#ifdef MOTION
layout(set = BUFFER_SET, binding = SINEW_PASS_PREVIOUS) readonly buffer PreviousBakedStates {
    BakedState previousBakedStates[];
};
#endif

BakedState bakedState(uint time, uint instance) {
#ifdef MOTION
    if (time == kBefore) return previousBakedStates[instance];
#endif
    return bakedStates[instance];
}

vec4 bakedTexel(uint frame, uint texel) {
    uint column = frame / skin.bakedRows;
    return texelFetch(bakedClips, ivec2(column * skin.bakedTexels + texel,
                                        frame - column * skin.bakedRows), 0);
}

/// Interpolates from `frame` to the next baked frame. If `share` is 0, it reads only `frame`.
vec4 bakedBetween(uint frame, float share, uint texel) {
    vec4 value = bakedTexel(frame, texel);
    return share == 0.0 ? value : mix(value, bakedTexel(frame + 1, texel), share);
}

vec4 bakedValue(BakedState state, uint texel) {
    vec4 value = bakedBetween(state.frame, state.mix, texel);
    if (state.fade == 0.0) return value;
    return mix(value, bakedBetween(state.otherFrame, state.otherMix, texel), state.fade);
}

Affine paletteAffine(uint time, uint instance, uint entry) {
    BakedState state = bakedState(time, instance);
    return Affine(bakedValue(state, entry * 3), bakedValue(state, entry * 3 + 1),
                  bakedValue(state, entry * 3 + 2));
}

float morphWeight(uint time, uint instance, uint target) {
    return bakedValue(bakedState(time, instance), skin.bindCount * 3 + target / 4)[target % 4];
}

mat3 paletteNormal(uint instance, uint entry, Affine objectFromBind) {
    return inverseTranspose(linearPart(objectFromBind));
}

#endif
