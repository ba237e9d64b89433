// Reports as JSON files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// Maximum rows of a section that are read, so that each page and table is made in seconds.
inline constexpr size_t kMostRows = 20'000;

/// Version kReportVersion. Times are {"median", "p5", "p95", "mad", "count", "outliers",
/// "blockMedians"} in milliseconds, or null if not measured.
nlohmann::ordered_json reportJson(const Report& report);

/// Reads reports of versions kOldestReportVersion to kReportVersion. `json` is not trusted. Throws
/// std::runtime_error with `file` and the JSON path. Crossovers, cost models and notes are computed
/// again.
Report parseReport(const nlohmann::json& json, const std::string& file);

/// Reads a file. Throws std::runtime_error.
Report readReport(const std::string& file);

/// The JSON Schema (draft-07) of reportJson.
nlohmann::ordered_json reportSchema();

}  // namespace sinew
