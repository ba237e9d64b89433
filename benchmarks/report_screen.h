// A report as one screen per point, for the terminal.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// Caveats; for each number of instances and passes a table with one line per choice, by frame
/// time; then advice. Lines have at most 100 columns, a table at most 24 lines with up to 18
/// choices. A section of many points gets one line per point instead.
std::string reportScreen(const Report& report);

}  // namespace sinew
