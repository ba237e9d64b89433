// Measures scenarios one after the other, into one report.
#pragma once

#include <functional>
#include <memory>

#include "benchmarks/run/section_runner.h"

namespace sinew {

inline constexpr Conditions kThorough{.frames = 384, .seconds = 5, .width = 1280, .height = 720};
/// A small image and few frames: about a minute.
inline constexpr Conditions kQuick{.frames = 48, .seconds = 1, .width = 640, .height = 360};

struct SuitePlan {
    std::vector<Scenario> scenarios;
    /// As requested; samples, pipelined and blocks are adjusted.
    Conditions conditions;
    /// Throws std::runtime_error, which ends the run.
    std::function<Measured(const Subject&)> load;
};

/// Generates or imports the models of a subject, without clips. `users`: the user's files. Throws
/// std::runtime_error.
Measured loadSubject(const Subject& subject, std::span<const std::filesystem::path> users,
                     const std::filesystem::path& characters,
                     const std::function<Model(const std::filesystem::path&)>& import);

/// Runs in pieces; the report is consistent after each piece.
class Suite {
public:
    /// `done`: an interrupted run to continue. Throws std::runtime_error if its device, program or
    /// conditions differ. The device and the plan's functions outlive the suite.
    Suite(const Device& device, SuitePlan plan, std::optional<Report> done = {});
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// Runs the next piece, see SectionRunner. Returns false when all is done.
    bool advance();

    /// Ends the run. report() then includes the finished blocks of the current point.
    void stop(RowEnd end);

    /// Complete points, and the blocks before stop(); partial until all is done.
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
