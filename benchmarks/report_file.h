// Reports as files, in the format that a file's name asks for.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// Throws std::runtime_error unless the name ends in .json, .csv or .html.
void requireReportName(const std::string& file);

bool isReportJson(const std::string& file);

/// What stands in a file of that name.
std::string reportFile(const Report& report, const std::string& file);

}  // namespace sinew
