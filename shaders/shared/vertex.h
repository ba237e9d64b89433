// Vertices of the mesh and skinned vertices, and the plain kernel's push constants.
#ifndef SINEW_SHARED_VERTEX_H
#define SINEW_SHARED_VERTEX_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// 20 bytes: position, oct-encoded normal, oct-encoded tangent with its sign (packing.h). In bind
// space it is what skinning reads, and influences stand apart: 4 bytes each, as many as the vertex
// has. In object space it is what skinning writes once and every pass reads.
struct PackedVertex {
    float x;
    float y;
    float z;
    uint normal;
    uint tangent;
};
SINEW_SIZE(PackedVertex, 20);

// Push constants of skin_plain.comp.glsl.
struct PlainConstants {
    uint vertexCount;    // vertices an instance
    uint bindBits;       // an influence is entry + (weight << bindBits)
    uint paletteStride;  // entries from one instance's palette to the next's
    uint firstEntry;     // where the first instance's palette begins
    uint firstOut;       // where its vertices are written
};
SINEW_SIZE(PlainConstants, 20);

// The same in 12 bytes (packing.h): the position in a box, 16 bits a coordinate, then 48 bits of
// directions. The box is that of the mesh in bind space, and of the instance in object space.
struct CompactVertex {
    uint a;  // x | y << 16
    uint b;  // z | low 16 bits of the directions << 16
    uint c;  // their high 32 bits
};
SINEW_SIZE(CompactVertex, 12);

struct MorphEntry {
    uint weight;  // index into the instance's morph weights
    float position[3];
    float normal[3];
    float tangent[3];
};
SINEW_SIZE(MorphEntry, 40);

SINEW_SHARED_END
#endif
