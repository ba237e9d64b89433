// Bounds how far dual quaternion blending moves vertices out of the boxes of linear blending.
#pragma once

#include "skinning/bounds/clip_boxes.h"

namespace sinew {

/// How far the box of linear blending (posedBounds()) must grow on each side to contain every
/// vertex of Blend::dualQuaternion. In object space: Box::low is added to the lower corner
/// (components at most 0), Box::high to the upper corner (at least 0).
using ClipArcs = ClipBoxes;

/// Computes the bounds, once per model. They hold at all times of a clip.
ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
