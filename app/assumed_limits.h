// Parses the value of --assume-limits: lower device limits to emulate.
#pragma once

#include <string_view>

#include "renderer/device.h"

namespace sinew {

/// Parses text such as "uniform-range=16384,no-transform-feedback"; empty text sets no limits.
/// Throws std::runtime_error for an unknown limit; the message lists all limits.
AssumedLimits parseAssumedLimits(std::string_view text);

}  // namespace sinew
