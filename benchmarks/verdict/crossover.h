// Finds the points of a sweep where the fastest choice changes.
#pragma once

#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Searches along instances and along passes. The times are the frame time, and the GPU time of
/// methods that skin on the GPU. A crossover is between the last point where the first choice leads
/// significantly and the first point where the second one does. Differences that are not
/// significant are ignored (benchmarks/run/measure.h).
std::vector<Crossover> findCrossovers(const Section& section);

}  // namespace sinew
