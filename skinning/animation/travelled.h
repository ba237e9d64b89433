// How far a channel's value travels over time: what bounds a pose between two moments.
#pragma once

#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Parts of a channel's value that are looked at together: three of a vector, four of a rotation,
/// or one weight.
struct ChannelParts {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// For each of `times`, which ascend, how far the value has travelled since the first key, at the
/// most: between two moments it gets no farther than the difference of two of these. Of rotations
/// it is the way over the sphere of unit quaternions.
std::vector<double> travelled(const Clip& clip, const Channel& channel, ChannelParts parts,
                              std::span<const float> times);

}  // namespace sinew
