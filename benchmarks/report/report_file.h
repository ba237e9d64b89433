// Converts reports to files. The extension of the file name selects the format.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Throws std::runtime_error unless the name ends in .json, .csv or .html.
void requireReportName(const std::string& file);

bool isReportJson(const std::string& file);

std::string reportFile(const Report& report, const std::string& file);

}  // namespace sinew
