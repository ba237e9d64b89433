// Step 6, skin: writes the vertices of the dispatched instances into the shared vertex buffer,
// once.
//
// One dispatch for each bucket of vertices with the same influence count, so that the loop over
// influences has a length that is known at compile time for the common counts. A thread keeps its
// static vertex in registers and skins a tile of instances with it. A bucket's vertices are of one
// level of detail. They are skinned for the instances that are drawn at that level or at a finer
// one, which are the first of the list.
#version 460
#define MESH_SET 0
#include "shaders/work.glsl"
#include "shaders/compact.glsl"
#include "shaders/mesh.glsl"

CROWD_STREAM(SINEW_BINDING_PLACES, readonly, uint, Places, places);
CROWD_STREAM(SINEW_BINDING_BOXES, readonly, BoxEntry, Boxes, boxes);
// One buffer, which has the layout that kOutput says: declared once each.
CROWD_STREAM(SINEW_BINDING_SKINNED, writeonly, PackedVertex, Skinned, skinned);
CROWD_STREAM(SINEW_BINDING_SKINNED, writeonly, CompactVertex, SkinnedCompact, skinnedCompact);

void main() {
    uint group = workgroupIndex();
    uint row = (skin.bucketVertices + SINEW_KERNEL_GROUP - 1) / SINEW_KERNEL_GROUP;
    uint inBucket = group % row * SINEW_KERNEL_GROUP + gl_LocalInvocationIndex;
    if (inBucket >= skin.bucketVertices) return;
    uint count = kInfluenceCount != 0 ? kInfluenceCount : skin.influenceCount;
    uint vertexIndex = skin.firstVertex + inBucket;
    uint word = skin.firstInfluence + inBucket * influenceWords(count);
    InfluenceRange range = InfluenceRange(word, count);
    ObjectVertex atBind = staticVertex(vertexIndex);

    uint place = group / row * skin.instanceTile;
    uint end = min(place + skin.instanceTile, listedCount());
    for (; place < end; ++place) {
        uint instance = skinnedAt(place);
        ObjectVertex v = atBind;
        if (kMorphs != 0 && skin.weightCount != 0) addMorphs(v, kNow, vertexIndex, instance);
        v = skinVertex(v, kNow, instance, range);
        uint begin = kCulled == SINEW_CULLED_BY_PLACE ? places[instance]
                                                      : instance * skin.vertexCount;
        uint index = begin + vertexIndex;
        if (kOutput == SINEW_OUTPUT_COMPACT) {
            skinnedCompact[index] = packInBox(boxes[instance], v);
        } else {
            skinned[index] = packFull(v);
        }
    }
}
