// Step 6, skin: every vertex of every instance of a page, once, into the shared vertex buffer.
//
// One dispatch a bucket: vertices are ordered by influence count, so that a workgroup's loop has one
// length, known at compile time for the common counts. A thread keeps its static vertex in registers
// and skins a tile of instances with it.
#version 460
#define SINEW_PAGE_SET 0
#define SKINNED_ACCESS writeonly
#include "shaders/page.glsl"

layout(local_size_x = 64) in;
layout(constant_id = 0) const uint kInfluenceCount = 0;  // 0: skin.influenceCount says
layout(constant_id = 1) const bool kMorphs = false;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

#include "shaders/skinning.glsl"

void main() {
    uint inBucket = gl_GlobalInvocationID.x;
    if (inBucket >= skin.bucketVertices) return;
    uint count = kInfluenceCount != 0 ? kInfluenceCount : skin.influenceCount;
    uint vertexIndex = skin.firstVertex + inBucket;
    uint firstInfluence = skin.firstInfluence + inBucket * count;
    ObjectVertex atBind = unpackStatic(vertexIndex);

    uint instance = gl_WorkGroupID.y * skin.instanceTile;
    uint end = min(instance + skin.instanceTile, skin.instanceCount);
    for (; instance < end; ++instance) {
        ObjectVertex v = atBind;
        if (kMorphs) addMorphs(v, vertexIndex, instance);
        v = skinVertex(v, blendPalette(instance, firstInfluence, count));
        skinned[instance * skin.vertexCount + vertexIndex] =
            SkinnedVertex(v.position.x, v.position.y, v.position.z, packUnit(v.normal),
                          packTangent(v.tangent.xyz, v.tangent.w));
    }
}
