// Finds the points of a sweep at which the fastest choice changes.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Searches along instances and along passes, by frame time, and by GPU time of methods that skin
/// on the GPU. A crossover is between the last point with a significant lead of the first choice,
/// and the first point with a significant lead of the second. Other differences are ignored
/// (benchmarks/run/measure.h).
std::vector<Crossover> findCrossovers(const Section& section);

/// "compute leads from 23 instances on (1 pass); vertex below".
std::string words(const Crossover& crossover);

}  // namespace sinew
