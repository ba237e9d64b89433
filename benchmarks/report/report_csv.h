// Writes a report's rows for spreadsheets and data frames.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns a line of column names, then one line per row (RFC 4180). Columns of a time end in
/// _median_ms, _p5_ms, _p95_ms, _mad_ms, _outliers and _frames. Columns max_error_* are errors
/// against the file, own_reference_error_* against the choice's own reference; "inf" if a component
/// is not a number. A cell without a measurement is empty.
std::string reportCsv(const Report& report);

/// Returns a line of column names, then one line per row of Section::kernels.
std::string kernelsCsv(const Report& report);

}  // namespace sinew
