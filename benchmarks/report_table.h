// A report as text for the terminal.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// For each section one block a crowd size and number of passes: steps down, choices across,
/// verdicts below; of a section with many only a line each. Then kernels, crossovers and cost
/// models.
std::string reportTable(const Report& report);

/// Frame times with one line per point; choices that do not fit into 100 columns follow below.
std::string framesGridText(const Section& section);

/// In one line.
std::string costModelWords(const CostModel& model);

}  // namespace sinew
