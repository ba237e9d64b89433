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
/// interval of at least `interval` times the ratio. If there are any, it adds the fastest choice.
/// If `interval` is 0, it returns all of `turns`. A choice that is left out is never measured
/// again, so block n of every choice belongs to one round.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval);

}  // namespace sinew
