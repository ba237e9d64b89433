// Groups vertices with the same binds.
#pragma once

#include <cstdint>
#include <span>

#include "skinning/model.h"

namespace sinew {

/// Vertices per group of a SIMD kernel.
inline constexpr uint32_t kBindGroup = 16;
/// Vertices per window in which groupByBinds() reorders.
inline constexpr uint32_t kBindWindow = 256;

/// The number of influences, at most `limit` if that is not 0.
uint32_t influenceCount(const Geometry& geometry, uint32_t vertex, uint32_t limit);

/// Reorders each window so that every kBindGroup vertices have few binds. Greedy: a group starts
/// with the most frequent set of binds, then takes sets that add the fewest binds. Windows of more
/// than 64 binds stay unchanged.
void groupByBinds(const Geometry& geometry, std::span<uint32_t> vertices, uint32_t limit = 0);

}  // namespace sinew
