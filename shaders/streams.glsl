// How a shader declares the buffers that it reads and writes, each where it is used. Set MESH_SET is
// of the mesh, which all instances share; CROWD_SET of a page of instances in one frame.
#ifndef SINEW_STREAMS_GLSL
#define SINEW_STREAMS_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/layout.h"
#include "shaders/shared/packing.h"
#include "shaders/variant.glsl"

// Vertex stages have the view in set 0, or what they capture into; kernels begin with the mesh.
#ifndef MESH_SET
#define MESH_SET 1
#endif
#define CROWD_SET (MESH_SET + 1)

#define STREAM(in_set, slot, access, type, block, member)              \
    layout(set = in_set, binding = slot, std430) access buffer block { \
        type member[];                                                 \
    }
#define MESH_STREAM(slot, type, block, member) STREAM(MESH_SET, slot, readonly, type, block, member)
#define CROWD_STREAM(slot, access, type, block, member) \
    STREAM(CROWD_SET, slot, access, type, block, member)

// Which frame a read means; constant wherever it is passed. Only a stage that writes motion has
// streams of the frame before.
const uint kNow = 0;
const uint kBefore = 1;
#ifdef MOTION
#define AT(time, now, before) ((time) == kNow ? (now) : (before))
#else
#define AT(time, now, before) (now)
#endif

#endif
