// Where a pass's vertex stage gets its vertices: the seam between techniques and passes.
// A technique is one of the definitions below; a pass calls fetchVertex and knows no more.
#ifndef SINEW_VERTEX_SOURCE_GLSL
#define SINEW_VERTEX_SOURCE_GLSL

#if defined(VERTEX_SOURCE_UNIFORM)
#define PALETTE_UNIFORM
#elif defined(VERTEX_SOURCE_TEXTURE)
#define PALETTE_TEXTURE
#elif !defined(VERTEX_SOURCE_SKINNED) && !defined(VERTEX_SOURCE_PALETTE)
#error "a vertex stage is compiled once per vertex source: see variants.txt"
#endif
#include "shaders/page.glsl"

layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

#include "shaders/vertex_output.glsl"

#if defined(VERTEX_SOURCE_SKINNED)

/// Skinned once before the passes (compute, feedback or CPU): read the shared vertex buffer.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    uint index = instance * skin.vertexCount + vertexIndex;
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        return unpackInBox(boxes[instance], skinnedCompact[index]);
    }
    return unpackFull(skinned[index]);
}

/// Where the frame before had it, object space.
vec3 fetchPreviousPosition(uint vertexIndex, uint instance) {
    uint index = instance * skin.vertexCount + vertexIndex;
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        return positionInBox(previousBoxes[instance], previousSkinnedCompact[index]);
    }
    SkinnedVertex v = previousSkinned[index];
    return vec3(v.x, v.y, v.z);
}

#else

ObjectVertex skinnedAt(uint time, uint vertexIndex, uint instance) {
    ObjectVertex v = unpackStatic(vertexIndex);
    if (kMorphs != 0) addMorphs(v, time, vertexIndex, instance);
    return skinVertex(v, time, instance, influencesOf(vertexIndex));
}

/// Skinned here, in every pass again, from the palette.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    return skinnedAt(kNow, vertexIndex, instance);
}

/// Skinned a second time, from the palette of the frame before.
vec3 fetchPreviousPosition(uint vertexIndex, uint instance) {
    return skinnedAt(kBefore, vertexIndex, instance).position;
}

#endif

/// Object space to world space: the instance's placement, rigid with uniform scale.
vec3 worldPoint(uint instance, vec3 p) {
    precise vec3 world = vec4(p, 1.0) * worldFromObject[instance];
    return world;
}
vec3 worldDirection(uint instance, vec3 d) {
    return normalize(vec4(d, 0.0) * worldFromObject[instance]);
}

#endif
