// Measures all methods with the scene of the window, and the fastest with more passes or instances.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/demo/work/benchmark.h"
#include "renderer/device/vulkan.h"

namespace sinew {

/// Everything on which the measured times depend. If it changes, the times are outdated.
struct RankingInputs {
    std::vector<MeasuredModel> models;
    std::string name;  // name of the model in reports
    SkinSettings skinning;
    uint32_t instanceCount = 1;
    uint32_t passes = 1;
    Shadows shadows;
    uint32_t samples = 1;
    bool validated = false;
    std::string files;           // shell words: models and options; == ignores them
    VkExtent2D extent{};         // pixels of the window
    std::vector<double> camera;  // Conditions::camera
    bool isCpu = false;          // the device is a CPU

    bool operator==(const RankingInputs& other) const;
};

/// Returns the size of the measured image: the window's size, but at most 480 x 270 pixels on a
/// CPU, where a ranking of large images would take minutes.
VkExtent2D measuredExtent(const RankingInputs& inputs);

/// Returns the choices that are measured: all methods but the reference.
std::vector<SkinChoice> rankedChoices(const SkinSettings& skinning);

/// The quantity that a run increases. `none`: the run measures all methods with the current scene.
enum class RankingSweep : uint8_t { none, passes, instances };

struct RankingView {
    // The current run; `doing` is empty if there is none.
    std::string doing;
    double fraction = 0;

    std::shared_ptr<const Report> report;  // its first section has all methods; null: not measured
    RankingInputs inputs;                  // inputs of that section
    bool outdated = false;
    std::vector<std::string> caveats;
    std::string headline;
    std::vector<std::string> texts;
    std::vector<std::string> sweepTexts;
    std::optional<Chart> chart;  // curves of the last sweep

    bool running() const { return !doing.empty(); }
    /// Returns the row of a method; null if the method was not measured.
    const Row* rowOf(Method method) const;
    /// Returns the ranking by frame time, fastest first; null if nothing is measured.
    const Verdict* verdict() const;
    void show(Report measured);
    /// Shows a sweep, the last section of the report: its chart, and the points where the fastest
    /// method changes.
    void showSweep(RankingSweep sweep);
};

/// Measures the methods with the current number of passes. Then compares two of them with other
/// numbers of passes: the fastest that skins once, and the fastest that skins in each pass. A sweep
/// instead measures the fastest methods with more passes or more instances.
class RankingRun {
public:
    /// RankingSweep::none measures all methods. `before` is the report to which a sweep is added.
    RankingRun(const Device& device, const RankingInputs& inputs, RankingSweep sweep,
               std::shared_ptr<const Report> before);

    /// Runs a piece of a few frames. Returns false after the last piece. Throws
    /// std::runtime_error.
    bool advance();
    /// Ends the run. Returns the report with the finished blocks, or nothing if no block is
    /// finished.
    std::optional<Report> finish(RowEnd end);

    const std::string& doing() const { return doing_; }
    double fraction() const;
    RankingSweep sweep() const { return sweep_; }
    const RankingInputs& inputs() const { return inputs_; }

private:
    void start(Scenario scenario, double seconds);
    bool compareTwo();
    void addSections(RowEnd end);
    double secondsLeft() const;

    const Device& device_;
    RankingInputs inputs_;
    RankingSweep sweep_;
    std::optional<Report> report_;
    std::optional<Suite> run_;
    bool comparesTwo_ = false;  // compareTwo() has started
    bool hasMeasured_ = false;  // at least one block is in the report
    std::string doing_;
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

/// Returns the `sinew-cli bench` command that measures the methods again, with the times of all
/// steps.
std::string benchCommand(const RankingInputs& inputs);

}  // namespace sinew
