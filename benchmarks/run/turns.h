// Selects the choices of a point that are measured for more blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Minimum number of blocks before a narrow interval ends a choice; see also neededBlocks().
inline constexpr uint32_t kBlocksBeforeIntervals = 16;

/// Returns the elements of `turns` (indices into `frames`) whose time ratio to the fastest has an
/// interval of at least `interval` times the ratio. The fastest choice is included if there are
/// others. If `interval` is 0, all are returned. A choice that is left out must not return later,
/// because block n of every choice belongs to one round.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval);

}  // namespace sinew
