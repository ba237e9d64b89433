// Mesh vertices, skinned vertices and morph targets in GPU memory.
#ifndef SINEW_SHARED_VERTEX_H
#define SINEW_SHARED_VERTEX_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// Position, octahedral normal and tangent (packing.h). A mesh vertex is in bind space, a skinned
// vertex in object space.
struct PackedVertex {
    float x;
    float y;
    float z;
    uint normal;
    uint tangent;
};
SINEW_SIZE(PackedVertex, 20);

// A position in a box, 16 bits per coordinate, and 48 bits of directions (packing.h). The box of a
// mesh vertex is the mesh's, in bind space. The box of a skinned vertex is the instance's, in
// object space.
struct CompactVertex {
    uint a;  // x | y << 16
    uint b;  // z | directions << 16
    uint c;  // directions >> 16
};
SINEW_SIZE(CompactVertex, 12);

struct MorphEntry {
    uint weight;  // index in the morph weights
    float position[3];
    float normal[3];
    float tangent[3];
};
SINEW_SIZE(MorphEntry, 40);

SINEW_SHARED_END
#endif
