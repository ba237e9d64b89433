// Deterministic pseudo-random numbers.
#pragma once

#include <cstdint>

namespace sinew {

/// Returns a pseudo-random number for each `x`: SplitMix64 (Steele et al., OOPSLA 2014).
constexpr uint64_t mixed(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// Converts a pseudo-random number to a float in [0, 1).
constexpr float shareOf(uint64_t mixedBits) {
    return static_cast<float>(mixedBits >> 40) * 0x1p-24f;
}

}  // namespace sinew
