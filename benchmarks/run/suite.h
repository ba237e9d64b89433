// Measures scenarios one after the other and assembles one report.
#pragma once

#include <functional>
#include <memory>

#include "benchmarks/run/section_runner.h"

namespace sinew {

inline constexpr Conditions kThorough{.frames = 384, .seconds = 5, .width = 1280, .height = 720};
/// A small image and few frames; a run takes about a minute.
inline constexpr Conditions kQuick{.frames = 48, .seconds = 1, .width = 640, .height = 360};

struct SuitePlan {
    std::vector<Scenario> scenarios;
    /// The requested conditions. The suite adjusts samples, pipelined and blocks to the device.
    Conditions conditions;
    /// Loads a subject's models. Throws std::runtime_error, which ends the run.
    std::function<Measured(const Subject&)> load;
};

/// Generates or imports the models of a subject, without clips. `users` are the files of the user.
/// Throws std::runtime_error.
Measured loadSubject(const Subject& subject, std::span<const std::filesystem::path> users,
                     const std::filesystem::path& characters,
                     const std::function<Model(const std::filesystem::path&)>& import);

/// Measures in pieces. After each piece, the report is complete for what was measured.
class Suite {
public:
    /// `done` is the report of an interrupted run, which continues. Throws std::runtime_error if
    /// its device, program or conditions differ. The device and the plan's functions must outlive
    /// the suite.
    Suite(const Device& device, SuitePlan plan, std::optional<Report> done = {});
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// Runs the next piece (SectionRunner::advance()). Returns false when all scenarios are done.
    bool advance();

    /// Ends the run. Then report() includes the finished blocks of the current point.
    void stop(RowEnd end);

    /// Returns the complete points, and after stop() also the last point. `partial` is true until
    /// all scenarios are done.
    Report report() const;

    size_t rowsDone() const;
    double fractionDone() const;
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
    Report report_;
    std::vector<Section> begun_;
    std::unique_ptr<SectionRunner> runner_;
};

}  // namespace sinew
