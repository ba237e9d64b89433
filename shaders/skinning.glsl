// Linear blend skinning with morph targets: the one piece of code that every stage skins with.
// Needs page.glsl and a SkinConstants called `skin`.
#ifndef SINEW_SKINNING_GLSL
#define SINEW_SKINNING_GLSL

#include "shaders/page.glsl"

struct ObjectVertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;
};

ObjectVertex unpackStatic(uint vertexIndex) {
    StaticVertex v = vertices[vertexIndex];
    return ObjectVertex(vec3(v.x, v.y, v.z), unpackUnit(v.normal), unpackTangent(v.tangent));
}

/// Adds the morph targets of one instance in bind space; a target with weight zero costs one load.
void addMorphs(inout ObjectVertex v, uint vertexIndex, uint instance) {
    uint end = morphOffsets[vertexIndex + 1];
    uint base = instance * skin.weightCount;
    for (uint i = morphOffsets[vertexIndex]; i < end; ++i) {
        float w = morphWeights[base + morphDeltas[i].weight];
        if (w == 0.0) continue;
        MorphEntry d = morphDeltas[i];
        v.position += w * vec3(d.position[0], d.position[1], d.position[2]);
        v.normal += w * vec3(d.normal[0], d.normal[1], d.normal[2]);
        v.tangent.xyz += w * vec3(d.tangent[0], d.tangent[1], d.tangent[2]);
    }
}

/// The weighted sum of palette entries; `precise` so that every stage rounds alike.
Affine blendPalette(uint instance, uint firstInfluence, uint influenceCount) {
    uint bindMask = (1u << skin.bindBits) - 1u;
    uint base = instance * skin.bindCount;
    precise Affine blended = Affine(0.0);
    for (uint i = 0; i < influenceCount; ++i) {
        uint bits = influences[firstInfluence + i];
        float weight = float(bits >> skin.bindBits) * skin.weightScale;
        blended += palettes[base + (bits & bindMask)] * weight;
    }
    return blended;
}

vec3 safeNormalize(vec3 v, vec3 otherwise) {
    float lengthSquared = dot(v, v);
    return lengthSquared > 1e-30 ? v * inversesqrt(lengthSquared) : otherwise;
}

/// Bind space to object space. Normals by the cofactor matrix times the determinant's sign, which is
/// the inverse transpose up to a positive scale and, unlike it, exists for flattened joints too.
ObjectVertex skinVertex(ObjectVertex v, Affine objectFromBind) {
    vec3 r0 = objectFromBind[0].xyz;
    vec3 r1 = objectFromBind[1].xyz;
    vec3 r2 = objectFromBind[2].xyz;
    vec3 c0 = cross(r1, r2);
    vec3 c1 = cross(r2, r0);
    vec3 c2 = cross(r0, r1);
    float mirror = dot(r0, c0) < 0.0 ? -1.0 : 1.0;

    ObjectVertex result;
    precise vec3 position = vec4(v.position, 1.0) * objectFromBind;
    result.position = position;
    result.normal = safeNormalize(
        mirror * vec3(dot(c0, v.normal), dot(c1, v.normal), dot(c2, v.normal)), v.normal);
    vec3 t = v.tangent.xyz;
    result.tangent =
        vec4(safeNormalize(vec3(dot(r0, t), dot(r1, t), dot(r2, t)), t), v.tangent.w);
    return result;
}

#endif
