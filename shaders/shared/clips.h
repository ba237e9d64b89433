// Clips, joints and bounds of palette entries, as the kernels of gpu-poses read them.
#ifndef SINEW_SHARED_CLIPS_H
#define SINEW_SHARED_CLIPS_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// A joint as poses on the GPU find it: its parent, and what it is where no clip says otherwise.
// Behind the last joint is an entry whose masks are those of morph weights.
#define SINEW_NO_PARENT ~0u
struct JointEntry {
    float translation[3];
    float rotation[4];  // x y z w
    float scale[3];
    uint parent;
    uint masks;  // the joint's share of each mask, 8 bits each
};
SINEW_SIZE(JointEntry, 48);

// Clips on the GPU are words (skinning/packing/clip_words.h lays them). The first two say where
// the rest pose's morph weights begin and how many clips there are; then comes where each clip's
// table begins, the rest pose's last. A table has a word for each joint, then one for each morph
// weight: where tracks begin, and which of them there are. A joint's tracks stand behind each other
// in this order; 0: the rest pose holds.
#define SINEW_CLIPS_REST_WEIGHTS 0
#define SINEW_CLIPS_COUNT 1
#define SINEW_CLIPS_TABLES 2
#define SINEW_TRACK_TRANSLATION 1u
#define SINEW_TRACK_ROTATION 2u
#define SINEW_TRACK_SCALE 4u
#define SINEW_TRACK_BITS 3
struct ClipTrack {
    uint firstTime;  // words from the beginning of all clips
    uint keys;       // how many | interpolation << SINEW_TRACK_KEY_BITS
    uint firstValue;
    uint width;  // floats from a value to the next
};
SINEW_SIZE(ClipTrack, 16);
#define SINEW_TRACK_WORDS 4
#define SINEW_TRACK_KEY_BITS 30
// Of packed clips: two words before a clip's table say where the clip's moments begin, floats, and
// how many there are. A key is at one of them. Its value is an integer times a power of two for
// each part; of rotations one part is left out, which is positive. Or values are floats.
struct PackedTrack {
    uint moments;     // the first of keys that follow each other; else where 16-bit numbers begin,
                      // counted in 16 bits
    uint keys;        // how many | bits above it, SINEW_PACKED_*
    uint firstValue;  // words from the beginning of all clips
    float step;
    uint lowest;  // of two parts, 16 bits each, signed
    uint lowestLast;
};
SINEW_SIZE(PackedTrack, 24);
#define SINEW_PACKED_TRACK_WORDS 6
#define SINEW_PACKED_KEY_BITS 16
#define SINEW_PACKED_INTERPOLATION 16  // where these begin in `keys`: 2 bits
#define SINEW_PACKED_LISTED 18         // 1 bit: moments are listed
#define SINEW_PACKED_DROPPED 19        // 2 bits: the part of a rotation that is left out
#define SINEW_PACKED_BITS 21           // 5 bits: of a part; SINEW_PACKED_FLOATS: floats
#define SINEW_PACKED_FLOATS 31u
#define SINEW_STEP 0u
#define SINEW_LINEAR 1u
#define SINEW_CUBIC_SPLINE 2u

// Boxes of binds on the GPU are words too: how many entries, the rounding of a coordinate, how many
// clips, and where arcs begin; then the entries, behind them the morph targets that entries name, and
// for dual quaternions the arcs of each clip, of the rest pose, and of anything: boxes of 6 words.
#define SINEW_BIND_BOXES_FIRST 4
#define SINEW_ARC_WORDS 6
#define SINEW_BIND_BOX_WORDS 9   // low, high, bind, where its morph targets begin, and how many
#define SINEW_MORPH_BOX_WORDS 7  // weight, low, high

SINEW_SHARED_END
#endif
