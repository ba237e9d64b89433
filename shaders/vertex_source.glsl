// Where a pass's vertex stage gets its vertices: the seam between techniques and passes.
// A technique is one of the definitions below; a pass calls fetchVertex and knows no more.
#ifndef SINEW_VERTEX_SOURCE_GLSL
#define SINEW_VERTEX_SOURCE_GLSL

#include "shaders/page.glsl"

layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

#include "shaders/skinning.glsl"

#if defined(VERTEX_SOURCE_SKINNED)

/// Skinned once before the passes (compute or CPU): read the shared vertex buffer.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    SkinnedVertex v = skinned[instance * skin.vertexCount + vertexIndex];
    return ObjectVertex(vec3(v.x, v.y, v.z), unpackUnit(v.normal), unpackTangent(v.tangent));
}

#elif defined(VERTEX_SOURCE_PALETTE)

/// Skinned here, in every pass again, from the palette.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    ObjectVertex v = unpackStatic(vertexIndex);
    if (skin.weightCount != 0) addMorphs(v, vertexIndex, instance);
    uint first = influenceOffsets[vertexIndex];
    uint count = influenceOffsets[vertexIndex + 1] - first;
    return skinVertex(v, blendPalette(instance, first, count));
}

#else
#error "a vertex stage is compiled once per vertex source: see variants.txt"
#endif

/// Object space to world space: the instance's placement, rigid with uniform scale.
vec3 worldPoint(uint instance, vec3 p) { return vec4(p, 1.0) * worldFromObject[instance]; }
vec3 worldDirection(uint instance, vec3 d) {
    return normalize(vec4(d, 0.0) * worldFromObject[instance]);
}

#endif
