// Spherical interpolation of many rotations at once.
#pragma once

#include <cstdint>

namespace sinew {

/// Pairs of unit quaternions, x y z w one after the other, and how far to go from one to the other.
struct SlerpPairs {
    static constexpr uint32_t kMost = 64;

    alignas(64) float from[4 * kMost];
    alignas(64) float to[4 * kMost];
    alignas(64) float fraction[kMost];  // [0, 1]
    uint32_t count = 0;
};

/// from = slerp(from, to, fraction) of all pairs, the short way. Apart from the rounding of floats,
/// results are within 3e-8 radians and 3e-8 of unit length. Runs on the widest vectors of this
/// machine.
void slerp(SlerpPairs& pairs);

}  // namespace sinew
