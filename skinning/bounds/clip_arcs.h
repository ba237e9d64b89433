// Bounds how far dual quaternion blending moves vertices out of the boxes of linear blending.
#pragma once

#include <vector>

#include "skinning/bounds/clip_boxes.h"

namespace sinew {

/// How far the box of linear blending (posedBounds()) must grow on each side to contain every
/// vertex of Blend::dualQuaternion. Each Box has the growth of the lower and the upper side in
/// object space, and contains zero.
struct ClipArcs {
    std::vector<Box> clips;  // per clip, for all times
    Box rest;
    Box any;  // for every request

    const Box& of(const PoseRequest& request) const;
};

/// Computes the bounds, once per model. They hold at all times of a clip.
ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
