// The data of an instance in a frame: placement, pose request, frames of baked clips, bounds.
#ifndef SINEW_SHARED_INSTANCE_H
#define SINEW_SHARED_INSTANCE_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

struct Placement {
    Affine worldFromObject;
    // xyz: origin in the preceding frame, world space. w: index of the instance in all crowd groups
    // together, below 2^24.
    vec4 before;
};
SINEW_SIZE(Placement, 64);

// The clips that an instance plays. A clip is an index of SINEW_REQUEST_CLIP_BITS bits; if all bits
// are set, it is the rest pose. Times are exact to 1 us at 10 s. A layer's weight is an integer in
// [0, SINEW_REQUEST_FULL_WEIGHT].
#define SINEW_REQUEST_CLIP_BITS 13
#define SINEW_REQUEST_WEIGHT_BITS 18
#define SINEW_REQUEST_FULL_WEIGHT 262143u
// First bit of each 3-bit mask field of `clips`. 0: all joints; otherwise 1 + index of the mask.
#define SINEW_REQUEST_LAYER_MASK 26
#define SINEW_REQUEST_ADDITIVE_MASK 29
struct PoseRequest {
    float seconds;       // base clip
    float otherSeconds;  // other clip of a crossfade
    float otherWeight;   // [0, 1]; 0: no crossfade
    uint clips;          // base | other << SINEW_REQUEST_CLIP_BITS | masks
    float layerSeconds;
    float additiveSeconds;
    uint layer;     // clip | weight << SINEW_REQUEST_CLIP_BITS; weight 0: no layer
    uint additive;  // like `layer`; adds the clip's difference from its pose at 0 s
};
SINEW_SIZE(PoseRequest, 32);

// The part of the baked clips that an instance plays: the fractional frame number
// `frame` + `mix`. It is crossfaded with the frame number `otherFrame` + `otherMix`, which has the
// weight `fade`.
struct BakedState {
    uint frame;
    float mix;
    uint otherFrame;
    float otherMix;
    float fade;
};
SINEW_SIZE(BakedState, 20);

// A bounding box. Boxes of instances are in object space, the box of the mesh is in bind space.
struct BoxEntry {
    float low[3];
    float high[3];
};
SINEW_SIZE(BoxEntry, 24);

SINEW_SHARED_END
#endif
