// Bounds of a character without its pose being known: boxes that hold it, over all time of a clip,
// and whatever is blended, and how far it moves. What is culled by them is culled before anything
// is posed.
#pragma once

#include <vector>

#include "shaders/shared/culling.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/pose_request.h"

namespace sinew {

/// Object space, of linear blending.
struct ClipBoxes {
    std::vector<Box> clips;  // by clip, at any time
    Box rest;                // of the rest pose
    Box any;                 // of every request: fades, layers and additive clips too

    /// Holds every vertex of the pose that the request stands for. A blend of rotations goes along
    /// arcs, which leave the boxes of its clips: it has the one that holds all.
    const Box& of(const PoseRequest& request) const;
};

/// Once a model. No estimates: what may happen between the moments that are posed is bounded.
ClipBoxes makeClipBoxes(const Model& model, const BindBoxes& boxes);

/// The clip's box from poses in the middle of so many parts of its time (clip_parts.h). Each bind's
/// box is wider by what its vertices may be off within the part.
Box clipBox(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts);

/// Between two moments of the clip no vertex gets farther than `least`, and `perSecond` for the
/// time between them. The clip is posed in the middle of each of `parts` equal parts of its time.
/// From one such pose to another, a vertex gets no farther than a corner of one of its binds'
/// boxes, beside what morph targets add. Longer times are summed of stretches of poses, whose
/// movement as a whole counts. Within a part at either end a vertex is off as for clipBox().
gpu::ClipMovement clipMovement(const Model& model, const BindBoxes& boxes, const Clip& clip,
                               uint32_t parts);

/// One a clip, once a model.
std::vector<gpu::ClipMovement> clipMovements(const Model& model, const BindBoxes& boxes);

/// What clips.any is. A joint whose parents neither turn nor scale is in a ball around a known
/// place; below a joint that does, it is in a ball around that one, whatever the rotations are.
Box boxOfAnything(const Model& model, const BindBoxes& boxes);

/// What a coordinate of a vertex is summed of, at the most, whatever is played: the magnitudes of a
/// palette entry's products and translation. What a coarse format is off is a share of it.
double largestTerm(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
