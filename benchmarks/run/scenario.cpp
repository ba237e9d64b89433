// Parses scenario files. Their content is not trusted.
#include "benchmarks/run/scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "benchmarks/report/json_file.h"
#include "benchmarks/report/report_json.h"
#include "skinning/gltf/file/files.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/verify/choices.h"
#include "skinning/json_node.h"
#include "skinning/model/scene_file.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

using nlohmann::json;

constexpr size_t kMostListed = 1000;  // models, choices or crowd sizes in a list
/// Maximum number of crowd sizes that growth adds: doubling from 1 to kMostInstances.
constexpr uint64_t kMostGrown = 20;

std::string textOf(const JsonNode& value) {
    return textAt(value.in, value.path);
}

std::vector<JsonNode> listAt(const JsonNode& value, const char* name) {
    const JsonNode all = value.at(name);
    if (!all.in.is_array() || all.in.empty()) all.expect("a list that is not empty");
    return value.list(name, kMostListed);
}

std::vector<uint32_t> ascendingAt(const JsonNode& value, const char* name, uint32_t most) {
    std::vector<uint32_t> counts;
    for (const JsonNode& item : listAt(value, name)) {
        counts.push_back(item.count(1, most));
        if (counts.size() > 1 && counts[counts.size() - 2] >= counts.back()) {
            item.expect("a number larger than the one before");
        }
    }
    return counts;
}

std::string shippedFile(const JsonNode& value, const std::string& expected) {
    const std::string file = textOf(value);
    if (file.empty() || std::filesystem::path(file).filename() != file) {
        value.expect(fmt::format("the file name of {} in assets/, without a folder", expected));
    }
    return file;
}

Subject modelOf(const JsonNode& value) {
    value.requireObject({"name", "file", "animator", "vertices", "triangles", "joints",
                         "influences", "clipFrames"});
    Subject subject;
    if (value.has("name")) subject.name = textOf(value.at("name"));
    if (value.has("file")) {
        subject.file = shippedFile(value.at("file"), "a character");
        if (value.has("animator")) {
            subject.animator = shippedFile(value.at("animator"), "an animator");
        }
        return subject;
    }
    if (value.has("animator")) faultAt(value.path, "'animator' requires 'file'; add 'file'");
    FigureCounts counts{.vertices = value.at("vertices").count(1, kMostFigureVertices),
                        .triangles = value.at("triangles").count(1, kMostFigureTriangles),
                        .joints = value.at("joints").count(1, kMostFigureJoints)};
    if (value.has("influences")) counts.influences = value.at("influences").count(1, 16);
    if (value.has("clipFrames")) counts.clipFrames = value.at("clipFrames").count(2, 10'000);
    try {
        requirePossible(counts);
    } catch (const std::runtime_error& error) {
        faultAt(value.path, error.what());
    }
    subject.figure = counts;
    return subject;
}

Subject togetherOf(const JsonNode& value) {
    value.requireObject({"name", "together"});
    const std::vector<JsonNode> models = listAt(value, "together");
    if (models.size() < 2 || models.size() > kMostSceneModels) {
        faultAt(value.path, fmt::format("'together' has {}; 2 to {} models are expected",
                                        models.size(), kMostSceneModels));
    }
    Subject subject;
    if (value.has("name")) subject.name = textOf(value.at("name"));
    for (const JsonNode& model : models) subject.together.push_back(modelOf(model));
    return subject;
}

Subject subjectOf(const JsonNode& value) {
    if (value.has("together")) return togetherOf(value);
    if (!value.has("users")) return modelOf(value);
    if (!value.at("users").flag() || value.in.size() > 1) {
        value.expect("\"users\": true without other members");
    }
    return {};
}

/// Returns one choice, or several for a keyword. Keywords exclude cpu-reference, which takes too
/// long.
std::vector<SkinChoice> choicesFor(const JsonNode& value) {
    const std::string text = textOf(value);
    std::vector<SkinChoice> choices;
    if (text == "methods") {
        choices = parseChoices("all");
    } else if (text == "settings") {
        choices = usualChoices();
    } else {
        try {
            return {parseChoice(text)};
        } catch (const std::runtime_error& error) {
            faultAt(value.path, error.what());
        }
    }
    std::erase_if(choices, [](const SkinChoice& choice) { return choice.method == kReference; });
    return choices;
}

std::vector<SkinChoice> choicesAt(const JsonNode& value, const char* name) {
    std::vector<SkinChoice> choices;
    for (const JsonNode& item : listAt(value, name)) {
        for (const SkinChoice& choice : choicesFor(item)) {
            if (std::count(choices.begin(), choices.end(), choice) > 0) {
                item.expect("a method that is not a duplicate");
            }
            choices.push_back(choice);
        }
    }
    return choices;
}

Scenario scenarioOf(const JsonNode& value) {
    value.requireObject({"about", "models", "choices", "instances", "growth", "inView", "passes",
                         "kernels", "shadows"});
    Scenario scenario{.about = textOf(value.at("about")),
                      .choices = choicesAt(value, "choices"),
                      .instances = ascendingAt(value, "instances", kMostInstances),
                      .passes = ascendingAt(value, "passes", kMostPasses)};
    for (const JsonNode& model : listAt(value, "models")) {
        scenario.subjects.push_back(subjectOf(model));
    }
    if (value.has("growth")) scenario.growth = value.at("growth").count(2, 100);
    if (value.has("inView")) scenario.inView = value.at("inView").count(1, kMostInstances);
    if (value.has("kernels")) scenario.kernels = value.at("kernels").flag();
    for (size_t i = 0; scenario.kernels && i < scenario.subjects.size(); ++i) {
        if (scenario.subjects[i].together.empty()) continue;
        faultAt(fmt::format("{}.models[{}]", value.path, i),
                "kernels are timed with one model; remove 'kernels' or 'together'");
    }
    try {
        if (value.has("shadows")) scenario.shadows = parseShadows(textOf(value.at("shadows")));
        requireOnePass(scenario);
        requireFewRows(scenario);
    } catch (const std::runtime_error& error) {
        faultAt(value.path, error.what());
    }
    return scenario;
}

}  // namespace

void requireOnePass(const Scenario& scenario) {
    if (scenario.shadows.mode == ShadowMode::map) return;
    if (scenario.passes == std::vector<uint32_t>{1}) return;
    throw std::runtime_error(
        fmt::format("traced shadows have no shadow passes, and {} passes are wanted; use 1",
                    fmt::join(scenario.passes, ",")));
}

void requireFewRows(const Scenario& scenario) {
    const uint64_t crowds = scenario.instances.size() + (scenario.growth > 0 ? kMostGrown : 0);
    const uint64_t rows = scenario.choices.size() * crowds * scenario.passes.size();
    if (rows <= kMostRows) return;
    throw std::runtime_error(fmt::format(
        "{} methods, {} crowd sizes and {} pass counts make {} rows per model; try at most {}",
        scenario.choices.size(), crowds, scenario.passes.size(), rows, kMostRows));
}

namespace {

std::string subjectText(const Subject& subject) {
    if (subject.isUsers()) return "the user's model";
    if (!subject.together.empty()) {
        std::vector<std::string> models;
        for (const Subject& model : subject.together) models.push_back(subjectText(model));
        return fmt::format("together: {}", fmt::join(models, " and "));
    }
    if (subject.figure) {
        const FigureCounts& counts = *subject.figure;
        return fmt::format(
            "figure {}: {} vertices, {} triangles, {} joints, {} influences, {} frames",
            subject.name, counts.vertices, counts.triangles, counts.joints, counts.influences,
            counts.clipFrames);
    }
    return subject.animator.empty() ? subject.file : subject.file + "; " + subject.animator;
}

}  // namespace

std::string planText(const Scenario& scenario, const Subject& subject) {
    std::vector<std::string> choices;
    for (const SkinChoice& choice : scenario.choices) choices.push_back(choiceText(choice));
    std::string text =
        fmt::format("{}; instances {}; passes {}", fmt::join(choices, ","),
                    fmt::join(scenario.instances, ","), fmt::join(scenario.passes, ","));
    if (scenario.growth > 0) text += fmt::format("; then {} times as many", scenario.growth);
    if (scenario.inView > 0) text += fmt::format("; {} in view", scenario.inView);
    if (scenario.kernels) text += "; kernels";
    if (scenario.shadows != Shadows()) text += "; shadows " + shadowsText(scenario.shadows);
    text += "; " + subjectText(subject);
    // A long text is cut, and a hash of the complete text is appended.
    constexpr size_t kMost = 2000;
    if (text.size() <= kMost) return text;
    return fmt::format("{}... ({} bytes, {})", text.substr(0, kMost / 2), text.size(),
                       bytesHash(text));
}

Scenario readScenario(const std::filesystem::path& file) {
    const json parsed = readJsonFile(file);
    Scenario scenario = scenarioOf({parsed, file.string()});
    scenario.name = plainText(file.stem().string());
    return scenario;
}

Scenario findScenario(const std::filesystem::path& folder, const std::string& nameOrFile) {
    if (std::filesystem::path(nameOrFile).extension() == ".json") return readScenario(nameOrFile);
    const std::vector<std::string> names = scenarioNames(folder);
    if (std::find(names.begin(), names.end(), nameOrFile) == names.end()) {
        const std::string fault = nameOrFile == "overlap"
                                      ? "scenario 'overlap' was removed after version 0.1.0"
                                      : fmt::format("unknown scenario '{}'", nameOrFile);
        throw std::runtime_error(
            fmt::format("{}; choose a .json file or one of: {}", fault, fmt::join(names, ", ")));
    }
    return readScenario(folder / (nameOrFile + ".json"));
}

std::vector<std::string> scenarioNames(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace sinew
