// Vertices that share their joints, next to each other.
#pragma once

#include <cstdint>
#include <span>

#include "skinning/model.h"

namespace sinew {

/// Vertices that a SIMD kernel skins together.
inline constexpr uint32_t kBindGroup = 16;
/// Vertices among which groupByBinds() looks for those that go together.
inline constexpr uint32_t kBindWindow = 256;

/// How many of a vertex's influences count: all, or the first `limit`, where that is not 0.
uint32_t influenceCount(const Geometry& geometry, uint32_t vertex, uint32_t limit);

/// Reorders the vertices of each window so that every kBindGroup of them, counted from the window's
/// first, have few binds between them: greedily, first where most are bound alike, and then what
/// adds the fewest binds. Windows of more than 64 binds stay as they are.
void groupByBinds(const Geometry& geometry, std::span<uint32_t> vertices, uint32_t limit = 0);

}  // namespace sinew
