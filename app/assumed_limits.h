// Parses the value of --assume-limits.
#pragma once

#include <string_view>

#include "renderer/device.h"

namespace sinew {

/// Parses text such as "uniform-range=16384,no-transform-feedback"; empty text sets no limits.
/// Throws std::runtime_error with the accepted terms.
AssumedLimits parseAssumedLimits(std::string_view text);

}  // namespace sinew
