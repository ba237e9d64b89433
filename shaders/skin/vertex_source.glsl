// The interface between skinning methods and passes. A pass calls fetchVertex(). The macro
// VERTEX_SOURCE_* selects its definition, whose buffers are in bindings 0 to 8.
#ifndef SINEW_VERTEX_SOURCE_GLSL
#define SINEW_VERTEX_SOURCE_GLSL

#if defined(VERTEX_SOURCE_UNIFORM)
#define PALETTE_UNIFORM
#elif defined(VERTEX_SOURCE_TEXTURE)
#define PALETTE_TEXTURE
#elif !defined(VERTEX_SOURCE_SKINNED) && !defined(VERTEX_SOURCE_PALETTE)
#error "a vertex stage is compiled once per vertex source: see variants.txt"
#endif
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"
#include "shaders/variant.glsl"

layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

#include "shaders/skin/skinning.glsl"

#if defined(VERTEX_SOURCE_SKINNED)

// Binding 0 is one buffer with two declarations; kOutput selects the layout.
layout(set = 1, binding = 0) readonly buffer Skinned { PackedVertex skinned[]; };
layout(set = 1, binding = 0) readonly buffer SkinnedCompact { CompactVertex skinnedCompact[]; };
layout(set = 1, binding = 1) readonly buffer Boxes { BoxEntry boxes[]; };
layout(set = 1, binding = 2) readonly buffer FirstVertices { uint firstVertices[]; };

uint indexOf(uint vertexIndex, uint instance) {
    uint first = kCulled == SINEW_CULLED_STORED_BY_LIST ? firstVertices[instance]
                                                 : instance * skin.vertexCount;
    return first + vertexIndex;
}

/// Reads a vertex from the shared vertex buffer (methods compute, feedback, cpu, cpu-reference).
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    uint index = indexOf(vertexIndex, instance);
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        return unpackInBox(boxes[instance], COMPACT_VERTEX(skinnedCompact[index]));
    }
    return unpackFull(PACKED_VERTEX(skinned[index]));
}

#ifdef MOTION
layout(set = 1, binding = SINEW_PASS_PREVIOUS) readonly buffer PreviousSkinned {
    PackedVertex previousSkinned[];
};
layout(set = 1, binding = SINEW_PASS_PREVIOUS) readonly buffer PreviousSkinnedCompact {
    CompactVertex previousSkinnedCompact[];
};
layout(set = 1, binding = SINEW_PASS_PREVIOUS + 1) readonly buffer PreviousBoxes {
    BoxEntry previousBoxes[];
};

/// Returns the object-space position of the previous frame. With motion vectors no instance is
/// culled, so vertices are stored by instance.
vec3 fetchPreviousPosition(uint vertexIndex, uint instance) {
    uint index = instance * skin.vertexCount + vertexIndex;
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        return positionInBox(previousBoxes[instance],
                             COMPACT_VERTEX(previousSkinnedCompact[index]));
    }
    return unpackFull(PACKED_VERTEX(previousSkinned[index])).position;
}
#endif

#else

#ifdef PALETTE_TEXTURE
#include "shaders/skin/baked_clips.glsl"
#else
#include "shaders/skin/palettes.glsl"
#endif
#include "shaders/skin/mesh.glsl"

layout(set = BUFFER_SET, binding = 8) readonly buffer InfluenceOffsets { uint influenceOffsets[]; };

InfluenceRange influencesOf(uint vertexIndex) {
    if (kInfluenceFormat == SINEW_INFLUENCES_SPLIT64) {
        uint word = 2 * vertexIndex;
        return InfluenceRange(word, split64Count(influences[word], skin.bindBits));
    }
    uint first = influenceOffsets[vertexIndex];
    uint words = influenceOffsets[vertexIndex + 1] - first;
    return InfluenceRange(first, kInfluenceFormat == SINEW_INFLUENCES_U8X4 ? words * 2 : words);
}

ObjectVertex skinnedVertex(uint time, uint vertexIndex, uint instance) {
    ObjectVertex v = staticVertex(vertexIndex);
    if (kMorphs != 0) addMorphs(v, time, vertexIndex, instance);
    return skinVertex(v, time, instance, influencesOf(vertexIndex));
}

/// Skins the vertex in this vertex stage.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    return skinnedVertex(kNow, vertexIndex, instance);
}

#ifdef MOTION
/// Skins the vertex again with the previous frame's palette.
vec3 fetchPreviousPosition(uint vertexIndex, uint instance) {
    return skinnedVertex(kBefore, vertexIndex, instance).position;
}
#endif

#endif
#endif
