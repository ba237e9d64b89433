// Culling, levels of detail and update rates.
#ifndef SINEW_SHARED_CULLING_H
#define SINEW_SHARED_CULLING_H

#include "shaders/shared/instance.h"

SINEW_SHARED_BEGIN

// Between two moments of a clip no vertex gets farther than this, object units.
struct ClipMovement {
    float least;
    float perSecond;  // of the time between them, beside the least
};

/// What culling knows of a clip.
struct ClipEntry {
    BoxEntry box;  // in which it stays
    ClipMovement movement;
    float coarse;  // how far formats may put a vertex out of the box of its pose, object units; the
                   // same for all clips
};
SINEW_SIZE(ClipEntry, 36);

// The last pose of an instance, with update rates (shaders/rate.glsl).
struct HeldPose {
    PoseRequest request;
    uint frame;  // CullViews::frame in which it was posed; 0: never
};
SINEW_SIZE(HeldPose, 36);
#define SINEW_MOST_RATE 3u  // every 8th frame

// Culling: visible lists, each in the order of instances. Each list has space for all instances of the
// crowd. The first list is the union of all others: its instances are posed and skinned. A bit of an instance's mask says that it is in the list. Where poses are made
// now and then only, those that are posed in this frame have a list behind all others.
#define SINEW_LIST_ANY 0
#define SINEW_LIST_CAMERA 1
#define SINEW_LIST_CASCADE 2  // the first of SINEW_MAX_CASCADES
#define SINEW_LIST_COUNT 8
#define SINEW_CULL_GROUP 128  // instances of a workgroup
// A list has those of the finest level of detail first, and of each level in order. An entry is an
// instance, and above it the level that it is drawn at, and how often it is posed. What cull.comp
// says of an instance is the mask of its lists, and above it the level that it wants, whether it is
// worked for, how often it is posed, whether it has a pose but no palette of it, and whether it was
// judged by the box of its pose.
#define SINEW_MAX_LEVELS 8  // the full one included
// A coarser level of detail is taken if its error is at most this share of what is allowed, so that an
// instance at the limit does not alternate between two levels.
#define SINEW_STICKY 0.8f
#define SINEW_LEVEL_BITS 3
#define SINEW_RATE_BITS 2
#define SINEW_LISTED_BITS 20
#define SINEW_LISTED_RATE (SINEW_LISTED_BITS + SINEW_LEVEL_BITS)  // where that begins
#define SINEW_SEEN_WORKS (SINEW_LIST_COUNT + SINEW_LEVEL_BITS)
#define SINEW_SEEN_RATE (SINEW_SEEN_WORKS + 1)
#define SINEW_SEEN_OWED (SINEW_SEEN_RATE + SINEW_RATE_BITS)
#define SINEW_SEEN_BY_POSE (SINEW_SEEN_OWED + 1)
#define SINEW_SLOT_COUNT 64  // one for each level and list: level * SINEW_LIST_COUNT + list
#define SINEW_SLOT_WORKED SINEW_SLOT_COUNT  // in place of one: those that are posed in this frame
#define SINEW_VIEW_PLANES 5

// The planes around what a pass sees: inside, dot(plane, vec4(p, 1)) >= 0. `slack` is how far
// rounding may be off, for each unit of the magnitudes of a point's coordinates and of 1.
struct CullPlane {
    vec4 plane;
    vec4 slack;
};
struct CullViews {
    CullPlane planes[(SINEW_LIST_COUNT - 1) * SINEW_VIEW_PLANES];  // of each list but the first
    vec4 depth;           // dot(depth, vec4(p, 1)) is how far a point is before the camera; world
    vec3 lightDirection;  // world, towards the light
    float pixels;  // that a length of 1 may take at a depth of 1, as a share of what a level may be
                   // off; 0: nothing may be off
    uint listCount;  // lists that passes draw in this frame, the first included
    uint keepsAll;   // 1: list 0 contains all instances, and all are posed
    uint frame;      // its number, from 1
    float ratePixels;  // as `pixels`, of poses that are not of this frame
};
SINEW_SIZE(CullViews, 1168);

// A level of detail. Its vertices are the first of the mesh's: levels have them in common.
struct LevelEntry {
    float error;  // object units (skinning/levels.h)
    uint vertexCount;
};
SINEW_SIZE(LevelEntry, 8);

// The ends of a crowd's lists: first their lengths; then, by slot, where what wants a level ends in a
// list, and where what is drawn at it does: that is the same, but where vertices have too little room.
// Then how many are worked for in this frame, how far the others are off at the most, a float, and
// how many there are at each rate (SINEW_RATE_*). Last how many are posed, whoever is culled later.
#define SINEW_HEADER_WANTED 8
#define SINEW_HEADER_DRAWN 72
#define SINEW_HEADER_RATES 136
#define SINEW_HEADER_POSED 144
#define SINEW_HEADER_WORDS 148  // in whole words of 16 bytes
// Arguments of a crowd's draws and dispatches, 5 words each: those of VkDrawIndirectCommand,
// VkDrawIndexedIndirectCommand or VkDispatchIndirectCommand. CallEntry says how they follow from what a list has of a level.
#define SINEW_ARGUMENT_WORDS 5
#define SINEW_CALL_DRAW_INDEXED 0u  // a: indices, b: the first
#define SINEW_CALL_DRAW 1u          // a: vertices
// Not a call. If a model has blended surfaces, it is the last entry: lists.comp then writes
// arguments for each draw of each instance in the camera's list, after those of all calls. a: the
// first of the camera's draws in the entries; b: draws of a level; slot: levels.
#define SINEW_CALL_SINGLES 2u
#define SINEW_CALL_DISPATCH 3u  // a: threads for each tile of instances, b: instances of a tile
// With update rates: words of a crowd, and of each workgroup of cull.comp after its counts.
#define SINEW_RATE_WORKED 0
#define SINEW_RATE_OFF 1
#define SINEW_RATE_COUNTS 2
#define SINEW_RATE_WORDS 8
struct CallEntry {
    uint slot;
    uint kind;
    uint a;
    uint b;
};
SINEW_SIZE(CallEntry, 16);

SINEW_SHARED_END
#endif
