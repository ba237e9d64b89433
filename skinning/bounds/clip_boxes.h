// Bounds of instances that are not posed yet: boxes for all times of a clip and for every blend,
// and bounds of movement. Culling before the pose step uses them.
#pragma once

#include <vector>

#include "shaders/shared/culling.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Boxes in object space, for linear blending.
struct ClipBoxes {
    std::vector<Box> clips;  // per clip, for all times
    Box rest;
    Box any;  // for every request, with crossfades, layers and additive clips

    /// Returns a box that contains every vertex of the request's pose. Between two rotations, a
    /// blend follows an arc that may leave the boxes of both clips, so every blend gets `any`.
    const Box& of(const PoseRequest& request) const;
};

/// Computes the boxes, once per model. They hold at all times of a clip, not only at posed times.
ClipBoxes makeClipBoxes(const Model& model, const BindBoxes& boxes);

/// Returns the box of a clip, from poses in the middle of `parts` equal parts of its time
/// (clip_parts.h). Each bind's box grows by the deviation of its vertices within the part.
Box clipBox(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts);

/// Bounds how far a vertex moves between two times of the clip that are s seconds apart: `least` +
/// `perSecond` * s. The clip is posed in the middle of each of `parts` equal parts of its time.
/// Between two such poses, a vertex moves at most as far as a corner of one of its binds' boxes,
/// plus its morph deltas. These distances are computed for poses up to 0.04 s apart; a longer time
/// is a sum of such intervals. At both ends, the deviation within a part is added, as in clipBox().
gpu::ClipMovement clipMovement(const Model& model, const BindBoxes& boxes, const Clip& clip,
                               uint32_t parts);

std::vector<gpu::ClipMovement> clipMovements(const Model& model, const BindBoxes& boxes);

/// Computes ClipBoxes::any. For each joint, computes a ball that contains the joint's position for
/// every request. If an ancestor rotates or scales, the direction from the parent to the joint is
/// unknown. So the ball has the centre of the parent's ball, and its radius is larger by the
/// longest distance between the two joints.
Box boxOfAnything(const Model& model, const BindBoxes& boxes);

/// A skinned coordinate is a sum of products and a translation. Returns a bound of the sum of the
/// magnitudes of these terms, for every request. The error of a coarse palette format is a fixed
/// share of this sum.
double largestTerm(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
