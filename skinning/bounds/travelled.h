// Path lengths of channel values. They bound how far a pose moves between two times.
#pragma once

#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// A range of a value's components: three of a vector, four of a rotation, or one morph weight.
struct ChannelParts {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// Returns, for each of the ascending `times`, a bound of the path length since the first key.
/// Between two times, the value moves at most by the difference of their path lengths. The path of
/// a rotation is on the sphere of unit quaternions.
std::vector<double> travelled(const Clip& clip, const Channel& channel, ChannelParts parts,
                              std::span<const float> times);

}  // namespace sinew
