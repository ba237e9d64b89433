// Finds the points of a sweep at which the fastest choice changes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Searches along instances for each number of passes, and along passes for each crowd size. Uses
/// frame time, and GPU time of methods that skin on the GPU. A crossover is between the last point
/// at which the first choice is significantly faster than the second, and the first point at which
/// the second is the fastest and significantly faster than the first. Differences that are not
/// significant are ignored (benchmarks/measure.h), so choices that stay close never cross.
std::vector<Crossover> findCrossovers(const Section& section);

/// "compute leads from 23 instances on (1 pass); vertex below".
std::string words(const Crossover& crossover);

}  // namespace sinew
