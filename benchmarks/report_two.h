// Step 10 of the walk: what was measured, for machines (JSON) and for people (a table).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmarks/machine.h"
#include "benchmarks/verdict_two.h"

namespace sinew {

inline constexpr int kReportVersion = 2;

struct BenchmarkReport {
    BenchmarkRun run;
    std::vector<Verdict> verdicts;
    std::vector<std::string> notes;  // what a reader must know to read the figures rightly

    Machine machine;
    std::string device;
    std::string deviceType;
    std::string driver;
    std::string vulkanVersion;
    bool timestamps = false;

    std::string model;
    std::string clip;  // empty: rest pose
    uint32_t vertices = 0;
    uint32_t joints = 0;
    uint32_t paletteEntries = 0;
    uint32_t mostInfluences = 0;
    double importMs = 0;  // CPU, steps 1 and 2 together, once
    std::string timeUtc;  // ISO 8601
    bool validated = false;
};

/// Adds verdicts, notes and everything about machine, device and model.
BenchmarkReport makeReport(BenchmarkRun run, const Device& device, const Model& model,
                           double importMs, bool validated);

/// Of inspect and of reports: bytes, dispatches, draws and limits by name. Bytes "AVertex" are
/// means over the model's vertices.
nlohmann::ordered_json costJson(const CostCard& card);

/// Version kReportVersion. Times are {"median", "p5", "p95", "mad", "count"} in milliseconds, or
/// null where nothing was measured. Steps by the names of skinning/gpu/walk.h.
nlohmann::ordered_json reportJson(const BenchmarkReport& report);

/// One block a crowd size and number of cascades: steps down, choices across, verdicts below.
std::string reportTable(const BenchmarkReport& report);

}  // namespace sinew
