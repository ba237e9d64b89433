// Selects the choices of a point that need more blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Minimum blocks before narrow intervals end a point; see also neededBlocks().
inline constexpr uint32_t kBlocksBeforeIntervals = 16;

/// Elements of `turns` (indices into `frames`) whose ratio to the fastest has an interval of at
/// least `interval` times the ratio, and the fastest unless there are none. An interval of 0
/// returns all of `turns`. A choice that is left out never returns, so that block n of all choices
/// belongs to one round.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval);

}  // namespace sinew
