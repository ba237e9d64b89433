// What --assume-limits says.
#pragma once

#include <string_view>

#include "renderer/device.h"

namespace sinew {

/// "uniform-range=16384,no-transform-feedback" and the like; empty: nothing. Throws
/// std::runtime_error naming the word and listing the known ones.
AssumedLimits parseAssumedLimits(std::string_view text);

}  // namespace sinew
