// Culling, levels of detail and update rates.
#ifndef SINEW_SHARED_CULLING_H
#define SINEW_SHARED_CULLING_H

#include "shaders/shared/instance.h"
#include "shaders/shared/lists.h"

SINEW_SHARED_BEGIN

// No vertex moves farther than this between two times of a clip, object units.
struct ClipMovement {
    float least;
    float perSecond;  // for each second between them, added to `least`
};

/// The bounds of a clip.
struct ClipEntry {
    BoxEntry box;  // contains every vertex at any time
    ClipMovement movement;
    float coarse;  // the largest error of formats outside the posed box, object units; the same for
                   // all clips
};
SINEW_SIZE(ClipEntry, 36);

// The last pose of an instance, with update rates (shaders/rate.glsl).
struct LastPose {
    PoseRequest request;
    uint frame;  // CullViews::frame in which it was posed; 0: never
};
SINEW_SIZE(LastPose, 36);
#define SINEW_MOST_RATE 3u  // every 8th frame

// The visibility word of an instance (cull.comp), by bits:
//   0 to 7     its lists
//   8 to 10    the requested level
//   11         it is posed in this frame
//   12 and 13  the update rate
//   14         its palette is pending: older than its pose
//   15         its posed box was tested
#define SINEW_VISIBILITY_POSED (SINEW_LIST_COUNT + SINEW_LEVEL_BITS)
#define SINEW_VISIBILITY_RATE (SINEW_VISIBILITY_POSED + 1)
#define SINEW_VISIBILITY_PALETTE_PENDING (SINEW_VISIBILITY_RATE + SINEW_RATE_BITS)
#define SINEW_VISIBILITY_BY_POSE (SINEW_VISIBILITY_PALETTE_PENDING + 1)
// A coarser level of detail is taken if its error is at most this share of the allowed error, so an
// instance at the limit does not alternate between two levels.
#define SINEW_STICKY 0.8f
#define SINEW_VIEW_PLANES 5
// The workgroup of lists.comp: a power of two. 128 is what every device has.
#define SINEW_LEAST_COMPACT_THREADS 128u
#define SINEW_MOST_COMPACT_THREADS 1024u

// A plane of a view: inside, dot(plane, vec4(p, 1)) >= 0. `slack` bounds the rounding error, for
// each unit of the magnitudes of a point's coordinates and of 1.
struct CullPlane {
    vec4 plane;
    vec4 slack;
};
struct CullViews {
    CullPlane planes[(SINEW_LIST_COUNT - 1) * SINEW_VIEW_PLANES];  // by list, without list 0
    vec4 depth;           // dot(depth, vec4(p, 1)) is the depth of a world-space point
    vec3 lightDirection;  // world, towards the light
    float pixels;  // the size of a length of 1 at depth 1, relative to the allowed error of a level
                   // of detail; 0: no error is allowed
    uint listCount;       // lists that passes draw in this frame, the first included
    uint disableCulling;  // 1: list 0 contains all instances, and all are posed
    uint frame;           // its number, from 1
    float ratePixels;     // as `pixels`, for poses of earlier frames
};
SINEW_SIZE(CullViews, 1168);

// A level of detail. Its vertices are a prefix of the mesh's vertices.
struct LevelEntry {
    float error;  // object units (skinning/lod/levels.h)
    uint vertexCount;
};
SINEW_SIZE(LevelEntry, 8);

// Arguments of a crowd's draws and dispatches, 5 words each: those of VkDrawIndirectCommand,
// VkDrawIndexedIndirectCommand or VkDispatchIndirectCommand. Each has an IndirectTemplate, from
// which lists.comp makes the arguments.
#define SINEW_ARGUMENT_WORDS 5
#define SINEW_CALL_DRAW_INDEXED 0u  // a: indices, b: the first
#define SINEW_CALL_DRAW 1u          // a: vertices
// Not a call. If a model has blended surfaces, it is the last entry: lists.comp then writes
// arguments for each draw of each instance in the camera's list, after those of all calls. a: the
// first of the camera's draws in the entries; b: draws of a level; slot: levels.
#define SINEW_CALL_SINGLES 2u
#define SINEW_CALL_DISPATCH 3u  // a: threads for each tile of instances, b: instances of a tile
// With update rates: words of a crowd from SINEW_HEADER_RATES.
#define SINEW_RATE_POSED 0   // instances that are posed in this frame
#define SINEW_RATE_ERROR 1   // float: the largest error of kept poses, relative to the limit
#define SINEW_RATE_COUNTS 2  // instances of list 0 at each rate
#define SINEW_RATE_WORDS 8
struct IndirectTemplate {
    uint slot;
    uint kind;
    uint a;
    uint b;
};
SINEW_SIZE(IndirectTemplate, 16);

SINEW_SHARED_END
#endif
