// Push constants of kernels and of vertex stages that skin, and the workgroup size of kernels.
#ifndef SINEW_SHARED_KERNEL_H
#define SINEW_SHARED_KERNEL_H

#include "shaders/shared/instance.h"

SINEW_SHARED_BEGIN

// Push constants at offset 0 of kernels and vertex stages. The first four members are counts per
// instance.
struct SkinConstants {
    uint vertexCount;
    uint jointCount;
    uint bindCount;  // palette entries
    uint weightCount;
    uint bindBits;      // influence = bind + (weight << bindBits)
    float weightScale;  // weight = (influence >> bindBits) * weightScale
    uint instanceCount;
    uint instanceTile;  // skin step: instances per thread
    // A bucket has the vertices of one level of detail with the same influence count.
    uint firstVertex;
    uint bucketVertices;
    uint firstInfluence;  // word index of the bucket's first influence
    uint influenceCount;  // per vertex of the bucket
    uint levelCount;
    uint paletteStride;     // entries from one instance's palette to the next
    uint runInstances;      // method vertex-uniform: instances per uniform range; else 0
    uint bakedTexels;       // method texture: texels per frame
    uint bakedRows;         // method texture: frames per column of the texture
    uint vertexCapacity;    // capacity of the skinned vertex buffer, in vertices
    BoxEntry meshBox;       // bounds of quantized positions, bind space
    float lastWeightScale;  // format split64: factor from integer to weight, fourth influence
};
SINEW_SIZE(SkinConstants, 100);

#define SINEW_KERNEL_GROUP 64
// Maximum workgroup count in x of indirect dispatches. Every device allows it.
#define SINEW_MOST_COLUMNS 65535u

SINEW_SHARED_END
#endif
