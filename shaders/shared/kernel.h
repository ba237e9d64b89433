// Push constants and workgroups of the kernels of steps 3 to 6.
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
    uint bakedTexels;     // texture: texels a frame, and frames a column of the texture
    uint bakedRows;
    uint vertexRoom;        // skinned vertices that fit the buffer, if they are not stored by instance
    BoxEntry meshBox;       // in which a mesh of 12 bytes a vertex lies
    float lastWeightScale;  // split64: of a fourth weight
};
SINEW_SIZE(SkinConstants, 100);

#define SINEW_KERNEL_GROUP 64  // threads of a workgroup of steps 3 to 6
// Workgroups of a row, where the GPU writes the arguments of a dispatch; every device allows as many.
#define SINEW_MOST_COLUMNS 65535u

SINEW_SHARED_END
#endif
