// Clips, joints and bounds of binds in the layout that kernels read for GPU posing.
#ifndef SINEW_SHARED_CLIPS_H
#define SINEW_SHARED_CLIPS_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// A joint's rest pose, parent and mask weights. One more entry after the last joint has the mask
// weights of the morph weights.
#define SINEW_NO_PARENT ~0u
struct JointEntry {
    float translation[3];
    float rotation[4];  // x y z w
    float scale[3];
    uint parent;
    uint masks;  // the joint's weight in each mask, 8 bits each
};
SINEW_SIZE(JointEntry, 48);

// Clips are 32-bit words (skinning/packing/clip_words.h). The header has the word index of the rest
// pose's morph weights, the clip count, and the word index of each clip's table. The table of the
// rest pose is the last. A table has a word per joint, then one per morph weight: word index of the
// first track << SINEW_TRACK_BITS | a bit per existing track. 0 means the rest pose. A joint's
// tracks are adjacent, in the order of their bits.
#define SINEW_CLIPS_REST_WEIGHTS 0
#define SINEW_CLIPS_COUNT 1
#define SINEW_CLIPS_TABLES 2
#define SINEW_TRACK_TRANSLATION 1u
#define SINEW_TRACK_ROTATION 2u
#define SINEW_TRACK_SCALE 4u
#define SINEW_TRACK_BITS 3
struct ClipTrack {
    uint firstTime;  // word index
    uint keys;       // count | interpolation << SINEW_TRACK_KEY_BITS
    uint firstValue;
    uint width;  // floats from a value to the next
};
SINEW_SIZE(ClipTrack, 16);
#define SINEW_TRACK_WORDS 4
#define SINEW_TRACK_KEY_BITS 30
// In packed clips, the two words before a clip's table are the word index and the count of its
// moments. The moments are the key times of all tracks, sorted. A component of a value is a float
// or (lowest + integer) * step. Rotations omit one component, which is positive.
struct PackedTrack {
    // Index of the moment of key 0. With SINEW_PACKED_LISTED: begin of the list of the keys' moment
    // indices (16 bits each), in units of 16 bits.
    uint moments;
    uint keys;        // count | SINEW_PACKED_*
    uint firstValue;  // word index
    float step;       // a power of two
    uint lowest;      // first two components, 16 bits each, signed
    uint lowestLast;  // third component
};
SINEW_SIZE(PackedTrack, 24);
#define SINEW_PACKED_TRACK_WORDS 6
#define SINEW_PACKED_KEY_BITS 16
// The first bit of each field of PackedTrack::keys.
#define SINEW_PACKED_INTERPOLATION 16  // 2 bits
#define SINEW_PACKED_LISTED 18         // 1 bit; 0: the keys have consecutive moments
#define SINEW_PACKED_DROPPED 19        // 2 bits: omitted component of a rotation
#define SINEW_PACKED_BITS 21           // 5 bits: bits per component or SINEW_PACKED_FLOATS
#define SINEW_PACKED_FLOATS 31u
#define SINEW_STEP 0u
#define SINEW_LINEAR 1u
#define SINEW_CUBIC_SPLINE 2u

// Bind boxes begin with four words: entry count, BindBoxes::rounding, clip count, word index of the
// arcs. After these words are the entries, the morph targets and, for dual quaternions, the arcs
// (boxes of ClipArcs): one per clip, then `rest` and `any`.
#define SINEW_BIND_BOXES_FIRST 4
#define SINEW_ARC_WORDS 6
#define SINEW_BIND_BOX_WORDS 9   // low, high, bind, first morph target, count of morph targets
#define SINEW_MORPH_BOX_WORDS 7  // weight index, low, high

SINEW_SHARED_END
#endif
