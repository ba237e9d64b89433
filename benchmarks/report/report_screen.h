// A report as one screen per point, for the terminal.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Caveats, a table per point with one line per choice, advice. Lines have at most 100 columns. A
/// section with many points gets one line per point.
std::string reportScreen(const Report& report);

}  // namespace sinew
