// Which choices of a point are measured on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Blocks before the time of a point or the width of intervals may end it: so many tell seven
/// choices apart (benchmarks/verdict.h).
inline constexpr uint32_t kBlocksBeforeIntervals = 16;

/// Indices of the choices whose ratio to the fastest is not known within `interval` (of the ratio,
/// from the lower to the upper bound), and of the fastest as long as there are such choices.
/// `frames`: what was measured so far, nothing where a choice is not measured.
std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       double interval);

}  // namespace sinew
