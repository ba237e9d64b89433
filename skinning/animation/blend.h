// Step 3 of the walk: two local poses become one.
#pragma once

#include "skinning/model.h"

namespace sinew {

/// into = (1 - weight) * into + weight * other, joint by joint: translations and scales linearly,
/// rotations by normalised lerp the short way. Both poses have the same sizes; weight in [0, 1].
void blendPose(Pose& into, const Pose& other, float weight);

}  // namespace sinew
