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

/// The measured models: generated, from a file, several together, or (if no member is set) the
/// user's model.
struct Subject {
    // Name in reports; empty: the name of the model.
    std::string name;
    std::optional<FigureCounts> figure;
    std::string file;  // name of a shipped character
    /// Name of a shipped animator. Empty: all instances play the model's clip.
    std::string animator;
    std::vector<Subject> together;  // drawn in one frame, with equal numbers of instances

    bool isUsers() const { return !figure && file.empty() && together.empty(); }
};

struct Scenario {
    std::string name;   // file name without .json
    std::string about;  // purpose and source of the numbers
    std::vector<Subject> subjects;
    std::vector<SkinChoice> choices;
    std::vector<uint32_t> instances;  // ascending
    /// Factor by which the crowd grows until no choice fits into memory, or the frames of all
    /// choices would take more than kLongestFrameMs. 0: no growth.
    uint32_t growth = 0;
    /// Number of instances in view of a camera above the centre, for any crowd size. 0: all.
    uint32_t inView = 0;
    std::vector<uint32_t> passes;  // each from 1 to kMostPasses
    // True: the scenario also measures skinning kernels without a frame.
    bool kernels = false;
    // Traced shadows have no shadow pass, so they require one pass.
    Shadows shadows;
};

/// Returns a text of all that is measured for one subject. If two texts are equal, the measurements
/// are equal.
std::string planText(const Scenario& scenario, const Subject& subject);

inline constexpr double kLongestFrameMs = 1000;

/// Throws std::runtime_error with the file, the JSON path, the fault and the allowed values.
Scenario readScenario(const std::filesystem::path& file);

/// Throws std::runtime_error if shadows are traced and `passes` is not 1.
void requireOnePass(const Scenario& scenario);

/// Throws std::runtime_error if the scenario makes more than kMostRows rows.
void requireFewRows(const Scenario& scenario);

/// Reads `nameOrFile` as a file, or as the name of a scenario in `folder`. Throws as readScenario
/// does.
Scenario findScenario(const std::filesystem::path& folder, const std::string& nameOrFile);

/// Returns the names of all scenarios in `folder`, in alphabetical order.
std::vector<std::string> scenarioNames(const std::filesystem::path& folder);

}  // namespace sinew
