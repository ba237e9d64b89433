// Conclusions from a section's rankings, in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Sentences on frame time: which choices lead at which passes or instances, by how much, at what
/// cost; then a recommendation. It leads at most points; ties go to exact choices (max error up to
/// 1e-4), then to the least memory. Points with too few blocks are skipped.
std::vector<std::string> adviceFor(const Section& section, DeviceType device);

/// The sentences of adviceFor() before the recommendation; empty without a ranked point.
std::vector<std::string> leadersByPoint(const Section& section);

/// "compute is the fastest, 1.31x (1.22 to 1.37) before vertex", "no clear winner".
std::string headlineOf(const Verdict& verdict);

}  // namespace sinew
