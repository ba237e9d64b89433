// Where a stage reads palette entries and morph weights: storage buffers, whose palettes may be
// fetched as texels (kPaletteTexels), a uniform buffer (PALETTE_UNIFORM) or baked clips
// (PALETTE_TEXTURE). They are in bindings 4 to 7 of set BUFFER_SET, those of the previous frame in
// SINEW_PASS_PREVIOUS and the bindings after it. Needs a SkinConstants called `skin`.
#ifndef SINEW_PALETTE_SOURCE_GLSL
#define SINEW_PALETTE_SOURCE_GLSL

#include "shaders/shared/instance.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/variant.h"
#include "shaders/matrices.glsl"
#include "shaders/variant.glsl"

// Passes have the view in set 0; kernels have one set.
#ifndef BUFFER_SET
#define BUFFER_SET 1
#endif

// The frame that a read refers to; a constant at each call. Only stages that write motion vectors read
// the previous frame.
const uint kNow = 0;
const uint kBefore = 1;
#ifdef MOTION
#define AT(time, now, before) ((time) == kNow ? (now) : (before))
#else
#define AT(time, now, before) (now)
#endif

const uint kDualWords = kStretched != 0 ? 4 : 2;  // vec4s a dual quaternion

Affine affineFromHalves(uvec2 r0, uvec2 r1, uvec2 r2) {
    return Affine(vec4(unpackHalf2x16(r0.x), unpackHalf2x16(r0.y)),
                  vec4(unpackHalf2x16(r1.x), unpackHalf2x16(r1.y)),
                  vec4(unpackHalf2x16(r2.x), unpackHalf2x16(r2.y)));
}

#if defined(PALETTE_TEXTURE)

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

/// A texel between two frames; the second is not read where it has no share.
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

#else

layout(set = BUFFER_SET, binding = 4) readonly buffer MorphWeights { float morphWeights[]; };
layout(set = BUFFER_SET, binding = 5) readonly buffer NormalPalettes { float normalPalettes[]; };
#ifdef MOTION
layout(set = BUFFER_SET, binding = SINEW_PASS_PREVIOUS) readonly buffer PreviousMorphWeights {
    float previousMorphWeights[];
};
#endif

float morphWeight(uint time, uint instance, uint target) {
    uint index = instance * skin.weightCount + target;
    return AT(time, morphWeights[index], previousMorphWeights[index]);
}

#if defined(PALETTE_UNIFORM)

layout(set = BUFFER_SET, binding = 6) uniform UniformPalettes {
    uvec4 uniformPalettes[kUniformWords];
};
#ifdef MOTION
layout(set = BUFFER_SET, binding = SINEW_PASS_PREVIOUS + 1) uniform PreviousUniformPalettes {
    uvec4 previousUniformPalettes[kUniformWords];
};
#endif

uvec4 paletteWord(uint time, uint index) {
    return AT(time, uniformPalettes[index], previousUniformPalettes[index]);
}

/// Of the range that is bound: it begins with the first instance of a run.
uint entryOf(uint instance, uint entry) {
    return (instance % skin.runInstances) * skin.paletteStride + entry;
}

#else

layout(set = BUFFER_SET, binding = 7) uniform usamplerBuffer paletteTexels;
#ifdef MOTION
layout(set = BUFFER_SET, binding = SINEW_PASS_PREVIOUS + 2)
    uniform usamplerBuffer previousPaletteTexels;
#endif

uvec4 paletteWord(uint time, uint index) {
    int i = int(index);
    return AT(time, texelFetch(paletteTexels, i), texelFetch(previousPaletteTexels, i));
}

uint entryOf(uint instance, uint entry) {
    return instance * skin.paletteStride + entry;
}

// One buffer in the layout that kPaletteFormat selects.
#define PALETTES(slot, type, block, member) \
    layout(set = BUFFER_SET, binding = slot) readonly buffer block { type member[]; }
PALETTES(6, Affine, Palettes, palettes);
PALETTES(6, mat4, MatrixPalettes, matrixPalettes);
PALETTES(6, uvec2, HalfPalettes, halfPalettes);
PALETTES(6, vec4, DualPalettes, dualPalettes);
#ifdef MOTION
const uint kPrevious = SINEW_PASS_PREVIOUS + 1;
PALETTES(kPrevious, Affine, PreviousPalettes, previousPalettes);
PALETTES(kPrevious, mat4, PreviousMatrixPalettes, previousMatrixPalettes);
PALETTES(kPrevious, uvec2, PreviousHalfPalettes, previousHalfPalettes);
PALETTES(kPrevious, vec4, PreviousDualPalettes, previousDualPalettes);
#endif

Affine storedAffine(uint time, uint e) {
    Affine result;
    if (kPaletteFormat == SINEW_PALETTE_MATRIX) {
        mat4 m = AT(time, matrixPalettes[e], previousMatrixPalettes[e]);
        result = Affine(m[0], m[1], m[2]);
    } else if (kPaletteFormat == SINEW_PALETTE_HALF) {
        result = AT(time,
                    affineFromHalves(halfPalettes[e * 3], halfPalettes[e * 3 + 1],
                                     halfPalettes[e * 3 + 2]),
                    affineFromHalves(previousHalfPalettes[e * 3], previousHalfPalettes[e * 3 + 1],
                                     previousHalfPalettes[e * 3 + 2]));
    } else {
        result = AT(time, palettes[e], previousPalettes[e]);
    }
    return result;
}

#endif

vec4 paletteVector(uint time, uint index) { return uintBitsToFloat(paletteWord(time, index)); }

/// 8 bytes, of which a word holds two.
uvec2 palettePair(uint time, uint index) {
    uvec4 word = paletteWord(time, index >> 1);
    return (index & 1u) == 0 ? word.xy : word.zw;
}

Affine paletteAffine(uint time, uint instance, uint entry) {
    uint e = entryOf(instance, entry);
#ifndef PALETTE_UNIFORM
    if (kPaletteTexels == 0) return storedAffine(time, e);
#endif
    if (kPaletteFormat == SINEW_PALETTE_HALF) {
        return affineFromHalves(palettePair(time, e * 3), palettePair(time, e * 3 + 1),
                                palettePair(time, e * 3 + 2));
    }
    uint first = e * (kPaletteFormat == SINEW_PALETTE_MATRIX ? 4 : 3);
    return Affine(paletteVector(time, first), paletteVector(time, first + 1),
                  paletteVector(time, first + 2));
}

vec4 dualWord(uint time, uint instance, uint entry, uint word) {
    uint index = entryOf(instance, entry) * kDualWords + word;
#ifndef PALETTE_UNIFORM
    if (kPaletteTexels == 0) return AT(time, dualPalettes[index], previousDualPalettes[index]);
#endif
    return paletteVector(time, index);
}

DualQuaternion paletteDual(uint time, uint instance, uint entry) {
    DualQuaternion q;
    q.real = dualWord(time, instance, entry, 0);
    q.dual = dualWord(time, instance, entry, 1);
    q.diagonal = kStretched != 0 ? dualWord(time, instance, entry, 2) : vec4(1.0, 1.0, 1.0, 0.0);
    q.shear = kStretched != 0 ? dualWord(time, instance, entry, 3) : vec4(0.0);
    return q;
}

/// Rows of the matrix that transforms normals under Normals::inverseTranspose. Motion vectors need no
/// normals, so the previous frame has none.
mat3 paletteNormal(uint instance, uint entry) {
    uint word = (instance * skin.paletteStride + entry) * 9;
    mat3 rows;
    for (uint r = 0; r < 3; ++r) {
        rows[r] = vec3(normalPalettes[word + 3 * r], normalPalettes[word + 3 * r + 1],
                       normalPalettes[word + 3 * r + 2]);
    }
    return rows;
}

#endif
#endif
