// Reads palette entries and morph weights. Palettes are in a storage buffer, which may be read as
// texels (palette_texels.glsl), or in a range of a uniform buffer (PALETTE_UNIFORM). This file
// declares bindings 4 to 6 of set BUFFER_SET. The bindings of the previous frame's data start at
// SINEW_PASS_PREVIOUS. The including shader declares `SkinConstants skin`.
#ifndef SINEW_PALETTES_GLSL
#define SINEW_PALETTES_GLSL

#include "shaders/shared/palette.h"
#include "shaders/shared/variant.h"
#include "shaders/skin/matrices.glsl"
#include "shaders/skin/times.glsl"
#include "shaders/variant.glsl"

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

const uint kDualWords = kStretched != 0 ? 4 : 2;  // vec4s per dual quaternion

Affine affineFromHalves(uvec2 r0, uvec2 r1, uvec2 r2) {
    return Affine(vec4(unpackHalf2x16(r0.x), unpackHalf2x16(r0.y)),
                  vec4(unpackHalf2x16(r1.x), unpackHalf2x16(r1.y)),
                  vec4(unpackHalf2x16(r2.x), unpackHalf2x16(r2.y)));
}

#ifdef PALETTE_UNIFORM

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

/// Returns the index of an entry in the bound range of the uniform buffer. A range has the palettes
/// of a run of skin.runInstances instances.
uint entryOf(uint instance, uint entry) {
    return (instance % skin.runInstances) * skin.paletteStride + entry;
}

#else

#include "shaders/skin/palette_texels.glsl"

uint entryOf(uint instance, uint entry) {
    return instance * skin.paletteStride + entry;
}

// A binding is one buffer with four declarations; kPaletteFormat and kBlend select the layout.
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

/// Returns 8 bytes of the palettes. `index` counts units of 8 bytes, two in each 16-byte word.
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

/// Returns the matrix that transforms normals with Normals::inverseTranspose. It exists for the
/// current frame only, because motion vectors need no normals.
mat3 paletteNormal(uint instance, uint entry, Affine objectFromBind) {
    uint word = (instance * skin.paletteStride + entry) * 9;
    mat3 rows;
    for (uint r = 0; r < 3; ++r) {
        rows[r] = vec3(normalPalettes[word + 3 * r], normalPalettes[word + 3 * r + 1],
                       normalPalettes[word + 3 * r + 2]);
    }
    return rows;
}

#endif
