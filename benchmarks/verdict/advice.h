// Writes conclusions from the rankings of a section, in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns sentences on frame time: which choices lead at which numbers of passes or instances, by
/// how much, and their memory. Then it recommends the choice that leads at most points. If several
/// lead at equally many, exact choices (max error up to 1e-4) are preferred, then the least memory.
/// Points with too few blocks are ignored.
std::vector<std::string> adviceFor(const Section& section, DeviceType device);

/// Returns the sentences of adviceFor() that name the leading choices, without the recommendation.
/// The result is empty if no point (instances and passes) has a ranking of frame times.
std::vector<std::string> leadersByPoint(const Section& section);

/// Returns "compute is the fastest, 1.31x (1.22 to 1.37) before vertex" or "no clear winner", for
/// example.
std::string headlineOf(const Verdict& verdict);

}  // namespace sinew
