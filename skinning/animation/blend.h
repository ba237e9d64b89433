// Blends local poses: crossfades, masked layers and additive layers.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// into = (1 - weight) * into + weight * other; rotations by normalised lerp on the shorter arc.
/// Both poses have the same sizes; weight in [0, 1].
void blendPose(Pose& into, const Pose& other, float weight);

/// The weight of a joint: the layer's weight times the joint's share of the mask.
struct MaskedWeight {
    float weight = 0.0f;
    const Mask* mask = nullptr;  // null: all joints
};

/// As above, for the joints of a mask. Other joints stay bit-identical.
void blendPose(Pose& into, const Pose& other, const MaskedWeight& weight);

/// Adds the difference between `from` and `to`: translations, scales and morph weights are added.
/// Rotations turn `into`, in the parent's space, by a share of the rotation from `from` to `to`.
void addDifference(Pose& into, const Pose& from, const Pose& to, const MaskedWeight& weight);

}  // namespace sinew
