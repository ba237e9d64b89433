// Selects the choices of a point that need more blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// The minimum number of blocks before narrow intervals end a point; many choices need more
/// (neededBlocks()).
inline constexpr uint32_t kBlocksBeforeIntervals = 16;

/// Returns the elements of `turns` (indices into `frames`) whose ratio to the fastest of `turns`
/// has a wide interval: at least `interval` times the ratio. The fastest is added unless the result
/// is empty. An interval of 0 returns all of `turns`. A choice that is left out never returns, so
/// that block n of all choices belongs to one round. `frames`: times measured so far.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval);

}  // namespace sinew
