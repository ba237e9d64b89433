// The window's benchmark: scenarios, a run and its report.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "benchmarks/charts/charts.h"
#include "benchmarks/run/suite.h"

namespace sinew {

struct BenchmarkView {
    bool shown = false;
    std::vector<Scenario> scenarios;  // empty: not read yet
    std::string file;                 // path of scenarios.front() if it is the user's; else empty
    std::vector<std::filesystem::path> reports;  // newest first
    bool describes = true;                       // shows the scenario instead of the report

    // The current run; `doing` is empty if there is none.
    std::string doing;
    double fraction = 0;
    double seconds = 0;      // since the start of the run
    double mostSeconds = 0;  // estimated before the start
    std::chrono::steady_clock::time_point since;

    // Measurements of the current or last run.
    std::shared_ptr<const Report> report;
    size_t section = 0;
    std::vector<Chart> charts;  // charts of section `section`
    std::string saved;          // path of the report files without extension; empty: not saved

    bool running() const { return !doing.empty(); }
    /// Returns an estimate of the remaining seconds, at most the rest of `mostSeconds`. Returns
    /// nothing in the first 2 % of a run.
    std::optional<double> secondsLeft() const;
    void show(Report measured);
    void look(size_t atSection);
    /// Reads the shipped scenarios. If `nameOrFile` is a .json file, that scenario comes first.
    /// Returns the errors of unreadable files.
    std::vector<std::string> list(const std::string& nameOrFile);
    /// Returns the key of a scenario: `file` for the scenario of the user, else the name.
    const std::string& keyOf(const Scenario& scenario) const;
    const Scenario* find(const std::string& key) const;
};

/// Returns the plan of one scenario on the window's device. `users` has the models of the window;
/// the models of the scenario are loaded during the run.
SuitePlan planFor(Scenario scenario, const Conditions& conditions, Measured users);

/// Measured frames of the window, from which mostSeconds() extrapolates.
struct FramePace {
    double frameMs = 0;  // 0: unknown
    uint32_t instances = 1;
    double pixels = 1;
    uint32_t vertices = 0;  // vertices of the model
};
/// Returns an estimate of the longest duration of a run, in seconds. It includes verification and
/// warm-up, but not kernels and growing crowds.
double mostSeconds(const Scenario& scenario, const Conditions& conditions, const FramePace& pace);

/// Returns the .json files in the folder of reports, newest first, at most 20.
std::vector<std::filesystem::path> earlierReports();

/// Returns "tiny, 2026-01-31 12:00 UTC" for a file that saveReport() wrote; the file name for
/// others.
std::string reportTitle(const std::filesystem::path& file);

/// Writes .json, .html and .csv to the folder of reports, all or none. Returns their common path
/// without extension. Throws std::runtime_error.
std::filesystem::path saveReport(const Report& report);

}  // namespace sinew
