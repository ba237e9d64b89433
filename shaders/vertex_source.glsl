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
#include "shaders/streams.glsl"

layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

#include "shaders/compact.glsl"

#if defined(VERTEX_SOURCE_SKINNED)

// One buffer, which has the layout that kOutput says: declared once each.
CROWD_STREAM(SINEW_BINDING_SKINNED, readonly, PackedVertex, Skinned, skinned);
CROWD_STREAM(SINEW_BINDING_SKINNED, readonly, CompactVertex, SkinnedCompact, skinnedCompact);
CROWD_STREAM(SINEW_BINDING_BOXES, readonly, BoxEntry, Boxes, boxes);

CROWD_STREAM(SINEW_BINDING_PLACES, readonly, uint, Places, places);

uint indexOf(uint vertexIndex, uint instance) {
    uint first = kCulled == SINEW_CULLED_BY_PLACE ? places[instance]
                                                  : instance * skin.vertexCount;
    return first + vertexIndex;
}

/// Skinned once before the passes (compute, feedback or CPU): read the shared vertex buffer.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    uint index = indexOf(vertexIndex, instance);
    if (kOutput == SINEW_OUTPUT_COMPACT) {
        return unpackInBox(boxes[instance], COMPACT_VERTEX(skinnedCompact[index]));
    }
    return unpackFull(PACKED_VERTEX(skinned[index]));
}

#ifdef MOTION
CROWD_STREAM(SINEW_BINDING_PREVIOUS_SKINNED, readonly, PackedVertex, PreviousSkinned,
             previousSkinned);
CROWD_STREAM(SINEW_BINDING_PREVIOUS_SKINNED, readonly, CompactVertex, PreviousSkinnedCompact,
             previousSkinnedCompact);
CROWD_STREAM(SINEW_BINDING_PREVIOUS_BOXES, readonly, BoxEntry, PreviousBoxes, previousBoxes);

/// Where the frame before had it, object space. With motion everybody is in the first list, so that
/// places are the same.
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

#include "shaders/mesh.glsl"

MESH_STREAM(SINEW_BINDING_INFLUENCE_OFFSETS, uint, InfluenceOffsets, influenceOffsets);

InfluenceRange influencesOf(uint vertexIndex) {
    if (kInfluenceFormat == SINEW_INFLUENCES_SPLIT64) {
        uint word = 2 * vertexIndex;
        return InfluenceRange(word, split64Count(influences[word], skin.bindBits));
    }
    uint first = influenceOffsets[vertexIndex];
    uint words = influenceOffsets[vertexIndex + 1] - first;
    return InfluenceRange(first, kInfluenceFormat == SINEW_INFLUENCES_U8X4 ? words * 2 : words);
}

ObjectVertex skinnedAt(uint time, uint vertexIndex, uint instance) {
    ObjectVertex v = staticVertex(vertexIndex);
    if (kMorphs != 0) addMorphs(v, time, vertexIndex, instance);
    return skinVertex(v, time, instance, influencesOf(vertexIndex));
}

/// Skinned here, in every pass again, from the palette.
ObjectVertex fetchVertex(uint vertexIndex, uint instance) {
    return skinnedAt(kNow, vertexIndex, instance);
}

#ifdef MOTION
/// Skinned a second time, from the palette of the frame before.
vec3 fetchPreviousPosition(uint vertexIndex, uint instance) {
    return skinnedAt(kBefore, vertexIndex, instance).position;
}
#endif

#endif
#endif
