// A report as detailed tables for the terminal.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns the tables of all sections. A section with few points (instances and passes) has one
/// table per point: lines are steps, columns are choices, and verdicts follow. A section with many
/// points has framesGridText() instead. Kernels, crossovers and cost models follow.
std::string reportTable(const Report& report);

/// Returns one line per point, with a column per choice. Choices that do not fit into 100 columns
/// follow in further tables.
std::string framesGridText(const Section& section);

std::string costModelWords(const CostModel& model);

}  // namespace sinew
