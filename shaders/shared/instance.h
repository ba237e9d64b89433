// What each instance has in a frame: its placement, its pose request, its bounds.
#ifndef SINEW_SHARED_INSTANCE_H
#define SINEW_SHARED_INSTANCE_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

struct Placement {
    Affine worldFromObject;
    vec4 before;  // origin in the preceding frame, world space; w is unused
};
SINEW_SIZE(Placement, 64);

// What one instance plays in a frame. A clip is its index; all ones is the rest pose. Times and the
// weight are floats, so that a request costs no precision: at 10 s a time is exact to a
// microsecond. Weights of layers are shares of SINEW_REQUEST_FULL_WEIGHT.
#define SINEW_REQUEST_CLIP_BITS 13
#define SINEW_REQUEST_WEIGHT_BITS 18
#define SINEW_REQUEST_FULL_WEIGHT 262143u  // all ones
#define SINEW_REQUEST_LAYER_MASK 26     // where these begin in `clips`: 3 bits, 0: the whole body,
#define SINEW_REQUEST_ADDITIVE_MASK 29  // else 1 + the mask's index
struct PoseRequest {
    float seconds;       // in the base clip
    float otherSeconds;  // in the other one
    float otherWeight;   // of the other one's pose, blended over the base; 0: there is none
    uint clips;          // base | other << SINEW_REQUEST_CLIP_BITS | masks
    float layerSeconds;
    float additiveSeconds;
    uint layer;     // clip | weight << SINEW_REQUEST_CLIP_BITS; weight 0: there is none. Blended
                    // over both by its mask
    uint additive;  // as `layer`; its difference from its first pose is added to all that
};
SINEW_SIZE(PoseRequest, 32);

// Where an instance is in baked clips: `frame` + `mix` of the clip that plays, and of the one that
// fades out with weight `fade`.
struct BakedState {
    uint frame;
    float mix;
    uint otherFrame;
    float otherMix;
    float fade;
};
SINEW_SIZE(BakedState, 20);

// What an instance fills, object space; for the bounds overlay, and the frame of compact vertices.
struct BoxEntry {
    float low[3];
    float high[3];
};
SINEW_SIZE(BoxEntry, 24);

SINEW_SHARED_END
#endif
