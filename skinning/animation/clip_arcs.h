// How far dual quaternion blending leaves the boxes of linear blending, over all time of a clip.
#pragma once

#include <vector>

#include "skinning/animation/clip_boxes.h"

namespace sinew {

/// How far the box of linear blending (posedBounds) has to grow on each side to hold every vertex
/// that Blend::dualQuaternion puts there. Object space; zero is inside.
struct ClipArcs {
    std::vector<Box> clips;  // by clip, at any time
    Box rest;                // of the rest pose
    Box any;                 // of every request

    /// As ClipBoxes::of.
    const Box& of(const PoseRequest& request) const;
};

/// Once a model. Bounds, no estimates: what may happen between the moments that are posed counts.
ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
