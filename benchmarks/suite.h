// Measures scenarios one after the other, into one report.
#pragma once

#include <functional>
#include <memory>

#include "benchmarks/section_runner.h"

namespace sinew {

/// The default conditions.
inline constexpr Conditions kThorough{.frames = 384, .seconds = 5, .width = 1280, .height = 720};
/// A small image and few frames: about a minute.
inline constexpr Conditions kQuick{.frames = 48, .seconds = 1, .width = 640, .height = 360};

struct SuitePlan {
    std::vector<Scenario> scenarios;
    /// As requested; samples and pipelined follow the device, blocks the number of frames.
    Conditions conditions;
    /// Throws std::runtime_error, which ends the run.
    std::function<Measured(const Subject&)> load;
};

/// Generates or imports the models of a subject; `users`: files of the user's models. Does not set
/// clips. Throws std::runtime_error.
Measured loadSubject(const Subject& subject, std::span<const std::filesystem::path> users,
                     const std::filesystem::path& characters,
                     const std::function<Model(const std::filesystem::path&)>& import);

/// Runs in pieces. The report is consistent after each piece, so a run can be stopped or displayed
/// at any time.
class Suite {
public:
    /// `done`: an interrupted run to continue. Throws std::runtime_error if it was measured on
    /// another device, by another program or under other conditions. The device and the plan's
    /// functions outlive the suite.
    Suite(const Device& device, SuitePlan plan, std::optional<Report> done = {});
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// Runs the next piece, see SectionRunner. Returns false when all is done.
    bool advance();

    /// Complete points only; partial until all is done.
    Report report() const;

    /// Rows of complete points.
    size_t rowsDone() const;
    double fractionDone() const;
    /// Scenario, model and current activity.
    std::string doing() const;

private:
    struct Part {
        const Scenario* scenario = nullptr;
        const Subject* subject = nullptr;
    };
    void requirePart(const Section& section) const;
    void startPart();

    const Device& device_;
    SuitePlan plan_;
    std::vector<Part> parts_;
    size_t part_ = 0;
    Report report_;               // with the complete sections
    std::vector<Section> begun_;  // sections of the interrupted run
    std::unique_ptr<SectionRunner> runner_;
};

}  // namespace sinew
