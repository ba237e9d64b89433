// Push constants and workgroups of the kernels pose, boxes, palette and skin.
#ifndef SINEW_SHARED_KERNEL_H
#define SINEW_SHARED_KERNEL_H

#include "shaders/shared/instance.h"

SINEW_SHARED_BEGIN

// Push constants of kernels and, at offset 0, of the vertex stages.
struct SkinConstants {
    uint vertexCount;    // vertices an instance
    uint jointCount;     // joints an instance
    uint bindCount;      // palette entries an instance
    uint weightCount;    // morph weights an instance, 0 without morphs
    uint bindBits;       // an influence is bind + (weight << bindBits)
    float weightScale;   // weight = (influence >> bindBits) * weightScale
    uint instanceCount;  // instances in the crowd
    uint instanceTile;   // instances a thread of the skin step
    uint firstVertex;    // of this bucket, vertices ordered by influence count
    uint bucketVertices;
    uint firstInfluence;  // of this bucket
    uint influenceCount;  // a vertex, in this bucket
    uint levelCount;      // of the mesh
    uint paletteStride;   // entries from one instance's palette to the next's
    uint runInstances;    // vertex-uniform: instances a uniform range holds; else 0
    uint bakedTexels;     // texture: texels a frame
    uint bakedRows;       // texture: frames a column of the texture
    uint vertexRoom;        // skinned vertices that fit the buffer, if they are not stored by instance
    BoxEntry meshBox;       // bounds in which a quantized mesh stores positions
    float lastWeightScale;  // split64: of a fourth weight
};
SINEW_SIZE(SkinConstants, 100);

#define SINEW_KERNEL_GROUP 64  // threads of a workgroup
// The most workgroups of a row in dispatch arguments that the GPU writes; every device allows it.
#define SINEW_MOST_COLUMNS 65535u

SINEW_SHARED_END
#endif
