// Path lengths of channel values, which bound a pose between two times.
#pragma once

#include <span>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Components of a value: three of a vector, four of a rotation, or one weight.
struct ChannelParts {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// For each of the ascending `times`, a bound of the path length since the first key. Between two
/// times, the value moves by at most their difference. The path of a rotation is on the sphere of
/// unit quaternions.
std::vector<double> travelled(const Clip& clip, const Channel& channel, ChannelParts parts,
                              std::span<const float> times);

}  // namespace sinew
