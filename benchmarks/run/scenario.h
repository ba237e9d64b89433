// Reads benchmark scenarios from JSON files (schema: docs/measuring.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/charts/figure.h"
#include "skinning/gpu/frame/shadows.h"
#include "skinning/settings.h"

namespace sinew {

/// Generated, from a file, several models together, or (none of these) the user's model.
struct Subject {
    std::string name;  // name in reports; empty: the model's own name
    std::optional<FigureCounts> figure;
    std::string file;  // a shipped character
    /// A shipped animator; empty: all instances play the model's clip.
    std::string animator;
    std::vector<Subject> together;  // drawn in one frame, with equal numbers of instances

    bool isUsers() const { return !figure && file.empty() && together.empty(); }
};

struct Scenario {
    std::string name;   // file name without .json
    std::string about;  // purpose, and the source of the counts
    std::vector<Subject> subjects;
    std::vector<SkinChoice> choices;
    std::vector<uint32_t> instances;  // ascending
    /// The crowd grows by this factor until no choice fits into memory, or all frames would take
    /// longer than kLongestFrameMs. 0: no growth.
    uint32_t growth = 0;
    /// Instances in view of a camera above the centre, for any crowd size. 0: all.
    uint32_t inView = 0;
    std::vector<uint32_t> passes;  // 1 to kMostPasses each
    bool kernels = false;          // also measures skinning kernels without frames
    Shadows shadows;               // traced ones have no shadow pass: one pass
};

/// Describes all that is measured for one subject. Equal texts mean equal measurements.
std::string planText(const Scenario& scenario, const Subject& subject);

inline constexpr double kLongestFrameMs = 1000;

/// Throws std::runtime_error with the file, the JSON path, the fault and the allowed values.
Scenario readScenario(const std::filesystem::path& file);

/// Throws std::runtime_error if shadows are traced and `passes` is not 1.
void requireOnePass(const Scenario& scenario);

/// Throws std::runtime_error if the scenario makes more than kMostRows rows.
void requireFewRows(const Scenario& scenario);

/// Reads a file, or a scenario of the folder by its name. Throws as readScenario does.
Scenario findScenario(const std::filesystem::path& folder, const std::string& nameOrFile);

/// In alphabetical order.
std::vector<std::string> scenarioNames(const std::filesystem::path& folder);

}  // namespace sinew
