// What a benchmark measures: data files, benchmarks/scenarios/*.json; docs/measuring.md has the
// schema.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/figure.h"
#include "skinning/settings.h"

namespace sinew {

/// What a scenario measures: a model that is made to exact counts, one of a file, several of these
/// together, or (nothing of that) the user's own.
struct Subject {
    std::string name;  // what reports call it; empty: the model's own name
    std::optional<FigureCounts> figure;
    std::string file;  // one of the characters that ship
    /// A description that ships, by which each instance plays something else; empty: all play the
    /// model's clip.
    std::string animator;
    std::vector<Subject> together;  // drawn in one frame, as many instances of each

    bool isUsers() const { return !figure && file.empty() && together.empty(); }
};

struct Scenario {
    std::string name;   // of its file, without .json
    std::string about;  // what it is for, and where its counts are from
    std::vector<Subject> subjects;
    std::vector<SkinChoice> choices;
    std::vector<uint32_t> instances;  // ascending
    /// After the last of `instances` the crowd grows by this factor until no choice fits into
    /// memory or every choice's frame would take longer than kLongestFrameMs; 0: it does not.
    uint32_t growth = 0;
    /// The camera stands above the middle, and as many instances are in view however large the
    /// crowd is; 0: all are.
    uint32_t inView = 0;
    std::vector<uint32_t> passes;  // 1 to kMostPasses each
    bool kernels = false;          // skinning kernels alone too, with each of `instances`
};

/// All that is asked of one of its subjects, in words: equal words, equal measurements.
std::string planText(const Scenario& scenario, const Subject& subject);

inline constexpr double kLongestFrameMs = 1000;

/// Throws std::runtime_error: the file, the place in it, what is wrong and what is possible.
Scenario readScenario(const std::filesystem::path& file);

/// Throws std::runtime_error where choices, crowd sizes and passes make more rows than a report is
/// read with (kMostRows).
void requireFewRows(const Scenario& scenario);

/// A file, or one of a folder's scenarios by its name. Throws as readScenario does, and names what
/// there is when there is no such scenario.
Scenario findScenario(const std::filesystem::path& folder, const std::string& nameOrFile);

/// Names of the scenarios in a folder, in alphabetical order.
std::vector<std::string> scenarioNames(const std::filesystem::path& folder);

}  // namespace sinew
