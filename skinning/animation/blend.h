// Step sample: local poses become one.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// into = (1 - weight) * into + weight * other, joint by joint: translations and scales linearly,
/// rotations by normalised lerp the short way. Both poses have the same sizes; weight in [0, 1].
void blendPose(Pose& into, const Pose& other, float weight);

/// A weight for each joint: that of the layer times the joint's share of the mask.
struct MaskedWeight {
    float weight = 0.0f;
    const Mask* mask = nullptr;  // null: the whole body
};

/// The same of some joints. The others are left as they are, bit for bit.
void blendPose(Pose& into, const Pose& other, const MaskedWeight& weight);

/// Adds what `to` differs from `from`: translations, scales and morph weights are added, and `into`
/// is turned, in the parent's space, by that share of the turn from one rotation to the other.
void addDifference(Pose& into, const Pose& from, const Pose& to, const MaskedWeight& weight);

}  // namespace sinew
