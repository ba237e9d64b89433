// Where the lead passes from one way of skinning to another.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Along instances for each number of passes, and along passes for each crowd size, by frame and by
/// GPU time of the methods that skin there. The lead passes from one choice to another between the
/// last point where the first is shorter than the second beyond the noise and the first where the
/// second is, when it then is the fastest of all; points between them are too close to call. A lead
/// that the noise may have made is none (benchmarks/measure.h), so choices that stay close never
/// cross.
std::vector<Crossover> findCrossovers(const Section& section);

/// "compute leads from 23 instances on (1 pass); vertex below".
std::string words(const Crossover& crossover);

}  // namespace sinew
