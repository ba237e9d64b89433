// How far dual quaternion blending leaves the boxes of linear blending, over all time of a clip.
#pragma once

#include <vector>

#include "skinning/animation/clip_boxes.h"

namespace sinew {

/// Lengths, object units: a box of linear blending that is wider by so much on every side holds
/// every vertex that Blend::dualQuaternion puts there. It depends on joints' positions to each
/// other alone, and not on where the character is.
struct ClipArcs {
    std::vector<float> clips;  // by clip, at any time
    float rest = 0;            // of the rest pose
    float any = 0;             // of every request

    /// As ClipBoxes::of.
    float of(const PoseRequest& request) const;
};

/// Once a model. Bounds, no estimates: what may happen between the moments that are posed counts.
ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes);

/// A bind or a clip scales or shears: dual quaternions carry that beside them.
bool stretches(const Model& model);

}  // namespace sinew
