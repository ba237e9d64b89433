// Spherical interpolation of many rotations at once.
#pragma once

#include <cstdint>
#include <span>

#include "skinning/model.h"

namespace sinew {

/// Rotations between two keys, collected so that they are interpolated many at a time.
struct Turns {
    static constexpr uint32_t kMost = 64;

    const float* keys[kMost];            // unit quaternions, x y z w: from, and behind it to
    float* results[kMost];               // x y z w
    alignas(64) float fractions[kMost];  // of the way, [0, 1]
    uint32_t count = 0;
};

/// Each result is slerp(from, to, fraction), the short way. Apart from the rounding of floats it is
/// within 3e-8 radians of its place and within 3e-8 of unit length. Runs on the widest vectors of
/// this machine. What lies behind `count` is written over.
void slerp(Turns& turns);

/// The same for linear rotations that lie between the same two keys, the first of which begins at
/// values[firstValue]: as many as fill whole vectors at once; those that are left go to `left`,
/// where such of other keys follow them.
void slerpChannels(std::span<const Channel> channels, const float* values, float fraction,
                   std::span<Transform> joints, Turns& left);

}  // namespace sinew
