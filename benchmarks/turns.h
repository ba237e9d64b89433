// Which choices of a point need more blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// The fewest blocks before narrow intervals end a point; many choices need more (neededBlocks()).
inline constexpr uint32_t kBlocksBeforeIntervals = 16;

/// Those of `turns` (indices into `frames`) whose ratio to the fastest of `turns` has an interval
/// of at least the width `interval`, a share of the ratio; and the fastest as long as there are
/// such. A choice that has left does not return, so that block n of all choices is of one round.
/// All of `turns` for an interval of 0. `frames`: what was measured so far.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval);

}  // namespace sinew
