// Conclusions from a section's rankings, in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Sentences on frame time: which choices lead at which passes or instances, by how much, and what
/// they cost; then the recommended choice. It leads at the largest number of points. Among equals,
/// exact choices (max error up to 1e-4) come first, then those with the least memory. `device`: a
/// CPU adds that a GPU ranks the methods differently. Points with too few blocks are skipped.
/// Without a point that ranks two choices, the sentence says so.
std::vector<std::string> adviceFor(const Section& section, DeviceType device);

/// Result of one point by frame time: "compute is the fastest, 1.31x (1.22 to 1.37) before vertex",
/// "no clear winner". Empty if nothing was measured.
std::string headlineOf(const Verdict& verdict);

}  // namespace sinew
