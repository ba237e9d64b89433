// Reads the vertices, influences and morph targets of the mesh (bindings 0 to 3 of set BUFFER_SET)
// and skins a vertex. The including shader declares `SkinConstants skin` and includes palettes.glsl
// or baked_clips.glsl.
#ifndef SINEW_MESH_GLSL
#define SINEW_MESH_GLSL

#include "shaders/shared/palette.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/vertex.h"
#include "shaders/skin/skinning.glsl"

// Binding 0 is one buffer with two declarations; kMeshFormat selects the layout.
layout(set = BUFFER_SET, binding = 0) readonly buffer Vertices { PackedVertex vertices[]; };
layout(set = BUFFER_SET, binding = 0) readonly buffer CompactVertices { CompactVertex compactVertices[]; };
layout(set = BUFFER_SET, binding = 1) readonly buffer Influences { uint influences[]; };
layout(set = BUFFER_SET, binding = 2) readonly buffer MorphOffsets { uint morphOffsets[]; };
layout(set = BUFFER_SET, binding = 3) readonly buffer MorphDeltas { MorphEntry morphDeltas[]; };

/// The influences of a vertex. `first` is a word index in `influences`.
struct InfluenceRange {
    uint first;
    uint count;
};

struct Influence {
    uint entry;
    float weight;
};

ObjectVertex staticVertex(uint vertexIndex) {
    if (kMeshFormat == SINEW_MESH_QUANTIZED) {
        return unpackInBox(skin.meshBox,
                           COMPACT_VERTEX(compactVertices[vertexIndex]));
    }
    return unpackFull(PACKED_VERTEX(vertices[vertexIndex]));
}

uint influenceWords(uint count) {
    if (kInfluenceFormat == SINEW_INFLUENCES_SPLIT64) return 2;
    return kInfluenceFormat == SINEW_INFLUENCES_U8X4 ? count / 2 : count;
}

Influence influenceAt(InfluenceRange range, uint i) {
    Influence result;
    if (kInfluenceFormat == SINEW_INFLUENCES_PACKED_FLOAT) {
        float both = uintBitsToFloat(influences[range.first + i]);
        float entry = floor(both);
        result = Influence(uint(entry), (both - entry) * 2.0);
    } else if (kInfluenceFormat == SINEW_INFLUENCES_U8X4) {
        uint set = range.first + i / 4 * 2;
        uint shift = i % 4 * 8;
        result = Influence(influences[set] >> shift & 0xffu,
                           float(influences[set + 1] >> shift & 0xffu) * skin.weightScale);
    } else if (kInfluenceFormat == SINEW_INFLUENCES_U16X4) {
        uint word = range.first + i / 4 * 4 + i % 4 / 2;
        uint shift = i % 2 * 16;
        result = Influence(influences[word] >> shift & 0xffffu,
                           float(influences[word + 2] >> shift & 0xffffu) * skin.weightScale);
    } else if (kInfluenceFormat == SINEW_INFLUENCES_SPLIT64) {
        uint low = influences[range.first];
        result = Influence(split64Entry(low, skin.bindBits, i), 1.0);
        if (range.count > 1) {
            result.weight = split64Weights(low, influences[range.first + 1], skin.bindBits,
                                           skin.weightScale, skin.lastWeightScale)[i];
        }
    } else {  // split32, split20
        uint bits = influences[range.first + i];
        result = Influence(bits & ((1u << skin.bindBits) - 1u),
                           float(bits >> skin.bindBits) * skin.weightScale);
    }
    return result;
}

/// Adds the morph targets to `v`, in bind space. A target of weight 0 costs one load.
void addMorphs(inout ObjectVertex v, uint time, uint vertexIndex, uint instance) {
    uint begin = morphOffsets[vertexIndex];
    uint end = morphOffsets[vertexIndex + 1];
    for (uint i = begin; i < end; ++i) {
        float w = morphWeight(time, instance, morphDeltas[i].weight);
        if (w == 0.0) continue;
        addMorph(v, w,
                 ObjectVertex(VECTOR(morphDeltas[i].position), VECTOR(morphDeltas[i].normal),
                              vec4(VECTOR(morphDeltas[i].tangent), 0.0)));
    }
}

/// Linear blend skinning. `precise` makes positions bit-identical in all stages, here and below.
ObjectVertex skinLinear(ObjectVertex v, uint time, uint instance, InfluenceRange range) {
    precise Affine blended = Affine(0.0);
    mat3 blendedNormals = mat3(0.0);
    for (uint i = 0; i < range.count; ++i) {
        Influence influence = influenceAt(range, i);
        Affine objectFromBind = paletteAffine(time, instance, influence.entry);
        blended += objectFromBind * influence.weight;
        if (kNormals == SINEW_NORMALS_INVERSE_TRANSPOSE) {
            blendedNormals +=
                paletteNormal(instance, influence.entry, objectFromBind) * influence.weight;
        }
    }
    precise vec3 position = vec4(v.position, 1.0) * blended;
    mat3 rows = linearPart(blended);
    return ObjectVertex(position, carriedNormal(rows, blendedNormals, v.normal),
                        vec4(transformed(rows, v.tangent.xyz), v.tangent.w * handednessOf(rows)));
}

#ifndef PALETTE_TEXTURE
/// Dual quaternion skinning: Blend::dualQuaternion (skinning/settings.h).
ObjectVertex skinDualQuaternion(ObjectVertex v, uint time, uint instance, InfluenceRange range) {
    precise vec4 real = vec4(0.0);
    precise vec4 dual = vec4(0.0);
    precise vec4 diagonal = vec4(0.0);
    precise vec4 shear = vec4(0.0);
    mat3 blendedNormals = mat3(0.0);
    vec4 first = vec4(0.0);
    for (uint i = 0; i < range.count; ++i) {
        Influence influence = influenceAt(range, i);
        DualQuaternion q = paletteDual(time, instance, influence.entry);
        if (i == 0) first = q.real;
        // q and -q are the same rotation. The sum takes the one that is nearer to the first
        // influence's q.
        precise float signedWeight =
            dot(first, q.real) < 0.0 ? -influence.weight : influence.weight;
        real += q.real * signedWeight;
        dual += q.dual * signedWeight;
        diagonal += q.diagonal * influence.weight;
        shear += q.shear * influence.weight;
        if (kNormals == SINEW_NORMALS_INVERSE_TRANSPOSE) {
            blendedNormals +=
                paletteNormal(instance, influence.entry, Affine(0.0)) * influence.weight;
        }
    }
    precise float scale = inversesqrt(dot(real, real));
    real *= scale;
    dual *= scale;
    mat3 rows = stretchOf(diagonal, shear);
    precise vec3 stretched = transformed(rows, v.position);
    precise vec3 translation =
        2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    precise vec3 position = rotated(real, stretched) + translation;
    return ObjectVertex(position, rotated(real, carriedNormal(rows, blendedNormals, v.normal)),
                        vec4(rotated(real, transformed(rows, v.tangent.xyz)),
                             v.tangent.w * handednessOf(rows)));
}
#endif

/// Skins `v` from bind space to object space. `v` already includes the morph targets.
ObjectVertex skinVertex(ObjectVertex v, uint time, uint instance, InfluenceRange range) {
#ifdef PALETTE_TEXTURE
    ObjectVertex result = skinLinear(v, time, instance, range);
#else
    ObjectVertex result;
    if (kBlend == SINEW_BLEND_DUAL_QUATERNION) {
        result = skinDualQuaternion(v, time, instance, range);
    } else {
        result = skinLinear(v, time, instance, range);
    }
#endif
    if (kNormals == SINEW_NORMALS_NONE) {
        return ObjectVertex(result.position, kNormalOfNone, vec4(kTangentOfNone, result.tangent.w));
    }
    result.normal = safeNormalize(result.normal, v.normal);
    result.tangent.xyz = safeNormalize(result.tangent.xyz, v.tangent.xyz);
    return result;
}

#endif
