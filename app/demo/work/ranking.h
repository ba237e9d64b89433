// Figures of all methods for the window's scene, and how they change along a sweep.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/demo/work/benchmark.h"
#include "benchmarks/run/playing.h"
#include "renderer/vulkan.h"

namespace sinew {

/// Everything that the figures depend on. A difference makes them outdated.
struct RankingInputs {
    std::vector<MeasuredModel> models;
    std::string name;  // name of the model in reports
    SkinSettings skinning;
    uint32_t instanceCount = 1;
    uint32_t passes = 1;
    uint32_t samples = 1;
    VkExtent2D extent{};         // pixels of the window
    std::vector<double> camera;  // Conditions::camera
    bool isCpu = false;          // the device is a CPU

    bool operator==(const RankingInputs& other) const;
};

/// The image that is measured: the window's size, but at most 480 x 270 pixels on a CPU, where a
/// ranking of large images would take minutes.
VkExtent2D measuredExtent(const RankingInputs& inputs);

/// The choices that are measured: all methods but the reference.
std::vector<SkinChoice> rankedChoices(const SkinSettings& skinning);

enum class RankingSweep : uint8_t { none, passes, instances };

struct RankingView {
    // The run; `doing` is empty if there is none.
    std::string doing;
    double fraction = 0;
    bool sweeps = false;  // a sweep that the user started, not the methods

    std::shared_ptr<const Report> report;  // its first section has all methods; null: not measured
    RankingInputs inputs;                  // inputs of the methods' figures
    bool outdated = false;
    std::vector<std::string> caveats;
    std::string headline;
    std::vector<std::string> texts;
    std::vector<std::string> sweepTexts;
    std::optional<Chart> chart;  // curves of the last sweep

    bool running() const { return !doing.empty(); }
    /// Null if the method was not measured.
    const Row* rowOf(Method method) const;
    /// The frame times, fastest first. Null if nothing is measured.
    const Verdict* verdict() const;
    void show(Report measured);
    /// Shows the chart and the crossovers of the report's last section.
    void showSweep(SweepAxis axis);
};

/// Measures the methods, then the fastest that skins once and the fastest whose passes skin with
/// several numbers of passes; or one sweep of all methods.
class RankingRun {
public:
    /// `sweep`: none measures the methods. `before`: the report to which a sweep is added.
    RankingRun(const Device& device, const RankingInputs& inputs, RankingSweep sweep,
               std::shared_ptr<const Report> before);

    /// Runs a piece of a few frames. Returns false after the last piece. Throws
    /// std::runtime_error.
    bool advance();
    /// The preceding report with the finished blocks of this run, also after an early end.
    Report finish();

    const std::string& doing() const { return doing_; }
    double fraction() const;
    RankingSweep sweep() const { return sweep_; }
    const RankingInputs& inputs() const { return inputs_; }

private:
    void start(Scenario scenario, double seconds);
    bool startPassesOfTwo();
    double secondsLeft() const;

    const Device& device_;
    RankingInputs inputs_;
    RankingSweep sweep_;
    std::optional<Report> report_;
    std::optional<BenchmarkRun> run_;
    bool comparesTwo_ = false;  // the second round, after the methods
    std::string doing_;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// The command that measures the same: `files` are the models with their options, as in a shell.
std::string benchCommand(const RankingInputs& inputs, const std::string& files);

}  // namespace sinew
