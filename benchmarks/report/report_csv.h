// Writes a report's rows for spreadsheets and data frames.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// A line of column names, then one line per row; RFC 4180. Times end in _median_ms, _p5_ms,
/// _p95_ms, _mad_ms, _outliers and _frames. max_error_ is against the file, own_reference_error_
/// against the choice's own reference; "inf" if a component is not a number. Cells without a
/// measurement are empty.
std::string reportCsv(const Report& report);

/// One line per kernel row.
std::string kernelsCsv(const Report& report);

}  // namespace sinew
