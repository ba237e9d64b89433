// Skin step: skins instances into the shared vertex buffer.
// A bucket has the vertices of one level of detail with the same influence count, and one dispatch
// skins one bucket. For common counts the loop over influences has a constant length. A thread
// keeps its mesh vertex in registers for a tile of instances. A bucket is skinned for the instances
// that are drawn at its level or a finer one: the first ones of the list. With update rates and
// vertices stored by instance, only the instances that are posed in this frame are skinned.
#version 460
#define BUFFER_SET 0
#include "shaders/shared/instance.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/vertex.h"
#include "shaders/variant.glsl"

// mesh.glsl declares bindings 0 to 3, palettes.glsl 4 to 6, palette_texels.glsl 7.
layout(set = 0, binding = 8) readonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 9) readonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 10) readonly buffer FirstVertices { uint firstVertices[]; };
layout(set = 0, binding = 11) readonly buffer Boxes { BoxEntry boxes[]; };
// Binding 12 is one buffer with two declarations; kOutput selects the layout.
layout(set = 0, binding = 12) writeonly buffer Skinned { PackedVertex skinned[]; };
layout(set = 0, binding = 12) writeonly buffer SkinnedCompact { CompactVertex skinnedCompact[]; };

#include "shaders/dispatch.glsl"
#include "shaders/skin/skinning.glsl"
#include "shaders/skin/palettes.glsl"
#include "shaders/skin/mesh.glsl"

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

    uint listIndex = group / row * skin.instanceTile;
    uint end = min(listIndex + skin.instanceTile, listedCount());
    for (; listIndex < end; ++listIndex) {
        uint instance = skinInstanceAt(listIndex);
        ObjectVertex v = atBind;
        if (kMorphs != 0) addMorphs(v, kNow, vertexIndex, instance);
        v = skinVertex(v, kNow, instance, range);
        uint begin = kCulled == SINEW_CULLED_STORED_BY_LIST ? firstVertices[instance]
                                                     : instance * skin.vertexCount;
        uint index = begin + vertexIndex;
        if (kOutput == SINEW_OUTPUT_COMPACT) {
            skinnedCompact[index] = packInBox(boxes[instance], v);
        } else {
            skinned[index] = packFull(v);
        }
    }
}
