// Reports as JSON files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Maximum number of rows in a report that is read. With this limit, each page and table is made
/// within seconds.
inline constexpr size_t kMostRows = 20'000;

/// Returns a report of version kReportVersion. Times are in milliseconds, or null if not measured.
nlohmann::ordered_json reportJson(const Report& report);

/// Converts JSON of the versions kOldestReportVersion to kReportVersion; `json` is not trusted.
/// Computes derived fields again. Throws std::runtime_error with `file` and the JSON path.
Report parseReport(const nlohmann::json& json, const std::string& file);

/// Reads and parses a file. Throws std::runtime_error.
Report readReport(const std::string& file);

/// Returns the JSON Schema (draft-07) of reportJson().
nlohmann::ordered_json reportSchema();

}  // namespace sinew
