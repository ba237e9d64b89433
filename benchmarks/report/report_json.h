// Reports as JSON files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Limit for reading, so that each page and table is made in seconds.
inline constexpr size_t kMostRows = 20'000;

/// Version kReportVersion. Times are in milliseconds, or null if not measured.
nlohmann::ordered_json reportJson(const Report& report);

/// Reads versions kOldestReportVersion to kReportVersion. `json` is not trusted. Throws
/// std::runtime_error with `file` and the JSON path. Computes derived fields again.
Report parseReport(const nlohmann::json& json, const std::string& file);

/// Throws std::runtime_error.
Report readReport(const std::string& file);

/// The JSON Schema (draft-07) of reportJson.
nlohmann::ordered_json reportSchema();

}  // namespace sinew
