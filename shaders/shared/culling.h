// Culling, levels of detail and update rates.
#ifndef SINEW_SHARED_CULLING_H
#define SINEW_SHARED_CULLING_H

#include "shaders/shared/instance.h"
#include "shaders/shared/lists.h"

SINEW_SHARED_BEGIN

// Between two times of a clip that are s seconds apart, no vertex moves farther than
// least + perSecond * s, object units.
struct ClipMovement {
    float least;
    float perSecond;
};

/// The bounds of a clip.
struct ClipEntry {
    BoxEntry box;  // contains every vertex at any time
    ClipMovement movement;
    // How far formats with coarse rounding may move a vertex out of the posed box, object units.
    // All clips of a model have the same value.
    float coarse;
};
SINEW_SIZE(ClipEntry, 36);

// The last pose of an instance, for update rates (shaders/cull/rate.glsl).
struct LastPose {
    PoseRequest request;
    uint frame;  // CullViews::frame of the pose; 0: the instance was never posed
};
SINEW_SIZE(LastPose, 36);
#define SINEW_MOST_RATE 3u  // posed in every 8th frame

// The bits of an instance's visibility word, which cull.comp writes:
//   0 to 7     one bit per visible list that contains the instance
//   8 to 10    the requested level of detail
//   11         the instance is posed in this frame
//   12 and 13  the update rate
//   14         the palette is pending: it is older than the pose
//   15         the posed box was tested, not the clip's
#define SINEW_VISIBILITY_POSED (SINEW_LIST_COUNT + SINEW_LEVEL_BITS)
#define SINEW_VISIBILITY_RATE (SINEW_VISIBILITY_POSED + 1)
#define SINEW_VISIBILITY_PALETTE_PENDING (SINEW_VISIBILITY_RATE + SINEW_RATE_BITS)
#define SINEW_VISIBILITY_BY_POSE (SINEW_VISIBILITY_PALETTE_PENDING + 1)
// A coarser level of detail is taken if its error is at most this share of the allowed error, so an
// instance at the limit does not alternate between two levels.
#define SINEW_STICKY 0.8f
#define SINEW_VIEW_PLANES 5
// Limits of the workgroup size of lists.comp, a power of two. Every device supports 128.
#define SINEW_LEAST_COMPACT_THREADS 128u
#define SINEW_MOST_COMPACT_THREADS 1024u

// A plane of a view. A point p is inside if dot(plane, vec4(p, 1)) >= 0. The rounding error of this
// product is at most dot(slack, vec4(m, 1)), where m are the magnitudes of p's coordinates (or, if
// these are sums, the sums of the magnitudes of their terms).
struct CullPlane {
    vec4 plane;
    vec4 slack;
};
struct CullViews {
    CullPlane planes[(SINEW_LIST_COUNT - 1) * SINEW_VIEW_PLANES];  // per list, without list 0
    vec4 depth;           // dot(depth, vec4(p, 1)) is the depth of a world-space point
    vec3 lightDirection;  // world, towards the light
    // The largest size on the screen, in pixels, of a length of 1 at depth 1, divided by the
    // allowed error of a level of detail in pixels. 0: no error is allowed.
    float pixels;
    uint listCount;       // lists of this frame, including list 0
    uint disableCulling;  // 1: list 0 contains all instances, and all are posed
    uint frame;           // frame number, from 1
    float ratePixels;     // `pixels` for the allowed error of update rates
};
SINEW_SIZE(CullViews, 1168);

// A level of detail. It uses the first `vertexCount` vertices of the mesh.
struct LevelEntry {
    float error;  // object units (skinning/lod/levels.h)
    uint vertexCount;
};
SINEW_SIZE(LevelEntry, 8);

// A call is an indirect draw or dispatch of a crowd. Its arguments have 5 words: those of
// VkDrawIndirectCommand, VkDrawIndexedIndirectCommand or VkDispatchIndirectCommand. lists.comp
// computes them from the call's IndirectTemplate; `kind`, `a` and `b` are:
#define SINEW_ARGUMENT_WORDS 5
#define SINEW_CALL_DRAW_INDEXED 0u  // a: index count, b: first index
#define SINEW_CALL_DRAW 1u          // a: vertex count
// Not a call, but the last template of a model with blended surfaces. lists.comp then also writes
// arguments of separate draws for each instance, after the arguments of all calls. a: index of the
// template of the camera's first draw; b: draws per level of detail; slot: number of levels.
#define SINEW_CALL_SINGLES 2u
#define SINEW_CALL_DISPATCH 3u  // a: threads per tile of instances, b: instances per tile
// Words of update rates, as indices from SINEW_HEADER_RATES in a crowd's list ends.
#define SINEW_RATE_POSED 0   // number of instances that are posed in this frame
#define SINEW_RATE_ERROR 1   // float: largest error of older poses, divided by the limit
#define SINEW_RATE_COUNTS 2  // number of instances of list 0, per rate
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
