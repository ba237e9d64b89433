// Bounds that need no pose: boxes for all times of a clip and for every blend, and bounds of
// movement. They cull instances before posing.
#pragma once

#include <vector>

#include "shaders/shared/culling.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Boxes in object space, for linear blending.
struct ClipBoxes {
    std::vector<Box> clips;  // by clip, for all times
    Box rest;
    Box any;  // for every request: fades, layers and additive clips too

    /// The box that contains every vertex of the request's pose. Blended rotations follow arcs that
    /// leave the boxes of both clips, so every blend gets `any`.
    const Box& of(const PoseRequest& request) const;
};

/// Computed once per model. The boxes also bound the times between the posed ones.
ClipBoxes makeClipBoxes(const Model& model, const BindBoxes& boxes);

/// The clip's box, from poses in the middle of `parts` equal parts of its time (clip_parts.h). Each
/// bind's box grows by the deviation of its vertices within the part.
Box clipBox(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts);

/// Bounds how far a vertex moves between two times of the clip: `least` + `perSecond` * their
/// distance. The clip is posed in the middle of each of `parts` equal parts of its time. Between
/// two such poses, a vertex moves at most as far as a corner of one of its binds' boxes, plus its
/// morph deltas. This is measured for poses up to 0.04 s apart; a longer time is a sum of such
/// intervals. At each end, the deviation within a part is added, as in clipBox().
gpu::ClipMovement clipMovement(const Model& model, const BindBoxes& boxes, const Clip& clip,
                               uint32_t parts);

std::vector<gpu::ClipMovement> clipMovements(const Model& model, const BindBoxes& boxes);

/// Computes ClipBoxes::any. A joint is in a ball around a known point; below a rotating or scaling
/// joint, in a ball around that one, for all rotations.
Box boxOfAnything(const Model& model, const BindBoxes& boxes);

/// A vertex coordinate is a sum of products and a translation. Returns a bound of the sum of their
/// magnitudes, for every request. The error of a coarse palette format is a fixed share of it.
double largestTerm(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
