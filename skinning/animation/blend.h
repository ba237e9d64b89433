// Blends local poses: crossfades, masked layers and additive layers.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// Computes into = (1 - weight) * into + weight * other. Rotations are blended by normalised lerp
/// on the shorter arc. Both poses have the same sizes; `weight` is in [0, 1].
void blendPose(Pose& into, const Pose& other, float weight);

/// A weight for each joint: the layer's weight times the weight of the joint in the mask.
struct MaskedWeight {
    float weight = 0.0f;
    const Mask* mask = nullptr;  // null: all joints
};

/// Blends the joints whose weight in the mask is not 0. Other joints stay bit-identical.
void blendPose(Pose& into, const Pose& other, const MaskedWeight& weight);

/// Adds the weighted difference between the poses `from` and `to` to `into`. Differences of
/// translations, scales and morph weights are added. A joint turns, in its parent's space, by the
/// weighted part of the rotation from `from` to `to`.
void addDifference(Pose& into, const Pose& from, const Pose& to, const MaskedWeight& weight);

}  // namespace sinew
