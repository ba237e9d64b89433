// The benchmark in the window: what can be run, a run, and what it measured.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "benchmarks/charts.h"
#include "benchmarks/scenario.h"

namespace sinew {

class Device;
class Suite;
struct Measured;

/// Plain data for the panel.
struct BenchmarkView {
    bool shown = false;
    std::vector<Scenario> scenarios;  // to choose from; empty: not read yet
    std::string file;                 // of the first scenario, if it is the user's; else empty
    std::vector<std::filesystem::path> reports;  // of earlier runs, the newest first
    bool describes = true;            // the panel shows the chosen scenario, not the report

    // The run; `doing` is empty while there is none.
    std::string doing;
    double fraction = 0;
    double seconds = 0;  // since it began

    // The measurements of the present run, or of the last one.
    std::shared_ptr<const Report> report;
    size_t section = 0;         // that is shown
    std::vector<Chart> charts;  // of that section
    std::string saved;          // the files' name without .json, .html and .csv; empty: not yet

    bool running() const { return !doing.empty(); }
    /// The time left, in seconds; nothing while the run is too short for an estimate.
    std::optional<double> secondsLeft() const;
    void show(Report measured);
    void look(size_t atSection);
    /// Takes the scenarios that ship and, where `nameOrFile` is a file, that one. Returns what is
    /// wrong with those that cannot be read.
    std::vector<std::string> list(const std::string& nameOrFile);
    /// What chooses one of the scenarios: its file or its name.
    const std::string& keyOf(const Scenario& scenario) const;
    /// The scenario with that key, or null.
    const Scenario* find(const std::string& key) const;
};

/// One scenario on the window's device. Not movable; the device outlives it.
class BenchmarkRun {
public:
    /// `users` is the user's own subject. The other subjects are read or made during the run.
    BenchmarkRun(const Device& device, Scenario scenario, const Conditions& conditions,
                 Measured users);
    ~BenchmarkRun();
    BenchmarkRun(const BenchmarkRun&) = delete;
    BenchmarkRun& operator=(const BenchmarkRun&) = delete;

    /// Does the next piece, which takes about a second, and updates `view`. False: the run is over.
    /// Throws std::runtime_error when it cannot go on; report() stays valid.
    bool advance(BenchmarkView& view);
    /// Of the points whose measurement is complete.
    Report report() const;

private:
    std::unique_ptr<Suite> suite_;
    size_t rowsShown_ = 0;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// How long the rows of a scenario are measured at most, without reading models and verifying.
/// Crowds that grow are not in it.
double mostSeconds(const Scenario& scenario, const Conditions& conditions);

/// The .json files in the folder of the user's reports, the newest first, a screen full at most.
std::vector<std::filesystem::path> earlierReports();

/// Writes .json, .html and .csv beside each other, all or none, into the folder of the user's
/// reports. Returns their common name. Throws std::runtime_error.
std::filesystem::path saveReport(const Report& report);

}  // namespace sinew
