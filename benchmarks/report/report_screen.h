// A report as a short text for the terminal, with one table per point (instances and passes).
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns caveats, a table per point with one line per choice, and advice. Lines have at most 100
/// columns. In a section with many points, a point has only one line.
std::string reportScreen(const Report& report);

}  // namespace sinew
