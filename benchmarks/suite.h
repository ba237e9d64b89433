// Measures scenarios one after the other, into one report.
#pragma once

#include <functional>
#include <memory>

#include "benchmarks/section_runner.h"

namespace sinew {

/// What is wanted unless somebody says otherwise.
inline constexpr Conditions kThorough{.frames = 384, .seconds = 5, .width = 1280, .height = 720};
/// A small picture and few frames: a minute or so.
inline constexpr Conditions kQuick{.frames = 48, .seconds = 1, .width = 640, .height = 360};

struct SuitePlan {
    std::vector<Scenario> scenarios;
    /// As wanted; samples and pipelined follow the device, blocks the number of frames.
    Conditions conditions;
    /// Throws std::runtime_error, which ends the run.
    std::function<Measured(const Subject&)> load;
};

/// Makes or reads the models of a subject; the user's are `users`. The clips are left to the
/// caller. Throws std::runtime_error.
Measured loadSubject(const Subject& subject, std::span<const std::filesystem::path> users,
                     const std::filesystem::path& characters,
                     const std::function<Model(const std::filesystem::path&)>& import);

/// A run that is stopped between two pieces and one that is looked at meanwhile both have a report
/// that is whole as far as it goes.
class Suite {
public:
    /// `done`: an interrupted run that is to go on. Throws std::runtime_error when that was
    /// measured on another device, by another program or under other conditions. The device and the
    /// plan's functions outlive the suite.
    Suite(const Device& device, SuitePlan plan, std::optional<Report> done = {});
    ~Suite();
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// The next piece, which takes a second or so; see SectionRunner. False: everything is done.
    bool advance();

    /// Whole points only; partial until everything is done.
    Report report() const;

    /// Rows of points that were measured whole.
    size_t rowsDone() const;
    double fractionDone() const;
    /// Scenario, model, and what is done with it.
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
    Report report_;               // with the sections that are through
    std::vector<Section> begun_;  // of the interrupted run
    std::unique_ptr<SectionRunner> runner_;
};

}  // namespace sinew
