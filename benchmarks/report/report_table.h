// A report as text for the terminal.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// For each section, one block per point: steps down, choices across, verdicts below. Sections with
/// many points get one line per point. Kernels, crossovers and cost models follow.
std::string reportTable(const Report& report);

/// One line per point; choices that do not fit into 100 columns follow below.
std::string framesGridText(const Section& section);

std::string costModelWords(const CostModel& model);

}  // namespace sinew
