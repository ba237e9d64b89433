// Where another way of skinning becomes the fastest.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Along instances for each number of passes, and along passes for each crowd size; by frame time,
/// and by GPU time of the methods that skin on the GPU. A crossover lies between the last point
/// where the first choice is faster than the second for sure, and the first point where the second
/// is faster for sure and the fastest of all. At the points between them they are not told apart.
/// Differences that are not sure are ignored (benchmarks/measure.h), so choices that stay close
/// never cross.
std::vector<Crossover> findCrossovers(const Section& section);

/// "compute leads from 23 instances on (1 pass); vertex below".
std::string words(const Crossover& crossover);

}  // namespace sinew
