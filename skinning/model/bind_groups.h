// Groups vertices with the same binds.
#pragma once

#include <cstdint>
#include <span>

#include "skinning/model.h"

namespace sinew {

/// Vertices per group of a SIMD kernel.
inline constexpr uint32_t kBindGroup = 16;
/// Vertices per window. groupByBinds() reorders vertices only within a window.
inline constexpr uint32_t kBindWindow = 256;

/// Returns the number of influences of a vertex, at most `limit` if that is not 0.
uint32_t influenceCount(const Geometry& geometry, uint32_t vertex, uint32_t limit);

/// Reorders each window so that every group of kBindGroup vertices has few binds. Greedy: a group
/// starts with the most frequent set of binds, then adds the sets with the fewest new binds.
/// Windows with more than 64 binds stay unchanged.
void groupByBinds(const Geometry& geometry, std::span<uint32_t> vertices, uint32_t limit = 0);

}  // namespace sinew
