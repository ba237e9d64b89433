// Bounds how far dual quaternion blending leaves the boxes of linear blending, over a clip.
#pragma once

#include <vector>

#include "skinning/bounds/clip_boxes.h"

namespace sinew {

/// Growth of the linear blending box (posedBounds()) on each side, so that it contains every vertex
/// of Blend::dualQuaternion. Object space; contains zero.
struct ClipArcs {
    std::vector<Box> clips;  // by clip, for all times
    Box rest;
    Box any;  // for every request

    const Box& of(const PoseRequest& request) const;
};

/// Computed once per model. The bounds include all times, not only posed ones.
ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
