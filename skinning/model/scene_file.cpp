// Reads and writes scene files. All input is checked, because files are not trusted.
#include "skinning/model/scene_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "skinning/json_node.h"
#include "skinning/settings.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestPath = 4096;
constexpr float kFarthest = 1e5f;
constexpr float kMostTurned = 3600.0f;

Placement placementOf(const JsonNode& node) {
    node.requireObject({"at", "turned"});
    const std::vector<JsonNode> numbers = node.list("at", 3);
    if (numbers.size() != 3) node.at("at").expect("a list of three numbers");
    Placement result;
    for (int axis = 0; axis < 3; ++axis) {
        result.at[axis] = numbers[static_cast<size_t>(axis)].number(-kFarthest, kFarthest);
    }
    if (node.has("turned")) {
        result.turnedDegrees = node.at("turned").number(-kMostTurned, kMostTurned);
    }
    return result;
}

SceneEntry entryOf(const JsonNode& node, const fs::path& folder) {
    node.requireObject({"path", "count", "animator", "clip", "seconds", "placements"});
    SceneEntry entry;
    entry.model = (folder / node.at("path").name(kLongestPath)).lexically_normal();
    for (const JsonNode& placement : node.list("placements", kMostScenePlacements)) {
        entry.placements.push_back(placementOf(placement));
    }
    if (node.has("count")) {
        entry.count = node.at("count").count(1, kMostInstances);
    } else if (!entry.placements.empty()) {
        entry.count = static_cast<uint32_t>(entry.placements.size());
    }
    if (entry.placements.size() > entry.count) {
        faultAt(node.path, fmt::format("{} placements of {} instances; try a larger \"count\"",
                                       entry.placements.size(), entry.count));
    }
    if (node.has("animator")) {
        entry.animator = node.at("animator").name(kLongestPath);
        if (entry.animator != "model") {
            entry.animator = (folder / entry.animator).lexically_normal().string();
        }
    }
    if (node.has("clip")) entry.clip = node.at("clip").name();
    if (!entry.animator.empty() && !entry.clip.empty()) {
        faultAt(node.path, "\"clip\" and \"animator\" exclude each other; remove one");
    }
    if (node.has("seconds")) entry.seconds = node.at("seconds").number(0, kMostSceneSeconds);
    return entry;
}

}  // namespace

bool isSceneFile(const fs::path& file) {
    return file.extension() == ".json";
}

bool listsModels(const fs::path& file) {
    std::error_code error;
    if (!isSceneFile(file) || !fs::is_regular_file(file, error)) return false;
    try {
        const nlohmann::json root = parsedJson(textOf(file, kMostSceneBytes, "scene"), "");
        return root.is_object() && root.size() == 1 && root.contains("models");
    } catch (const std::runtime_error&) {
        return false;
    }
}

void requireDrawable(std::span<const SceneEntry> scene) {
    if (scene.size() > kMostSceneModels) {
        faultAt("models", fmt::format("{} models, and at most {} are supported; remove some",
                                      scene.size(), kMostSceneModels));
    }
    uint64_t instances = 0;
    for (const SceneEntry& entry : scene) instances += entry.count;
    if (instances > kMostInstances) {
        faultAt("models",
                fmt::format("{} instances in total, and at most {} are supported; reduce \"count\"",
                            instances, kMostInstances));
    }
}

std::vector<SceneEntry> parseScene(std::string_view json, const fs::path& folder) {
    const nlohmann::json root = parsedJson(json, "docs/scene.md");
    const JsonNode all{root, ""};
    all.requireObject({"models"});
    std::vector<SceneEntry> scene;
    for (const JsonNode& node : all.list("models", kMostSceneModels)) {
        scene.push_back(entryOf(node, folder));
    }
    if (scene.empty())
        faultAt("models", "the list is empty; add at least one model (see docs/scene.md)");
    requireDrawable(scene);
    return scene;
}

std::vector<SceneEntry> readScene(const fs::path& file) {
    return readNamed(file, kMostSceneBytes, "scene", [&](const std::string& text) {
        return parseScene(text, fs::absolute(file).parent_path());
    });
}

std::vector<SceneEntry> sceneOf(std::span<const fs::path> files) {
    std::vector<SceneEntry> scene;
    for (const fs::path& file : files) {
        if (!isSceneFile(file)) {
            scene.push_back({.model = file});
            continue;
        }
        const std::vector<SceneEntry> more = readScene(file);
        scene.insert(scene.end(), more.begin(), more.end());
    }
    requireDrawable(scene);
    return scene;
}

std::string sceneText(std::span<const SceneEntry> scene) {
    nlohmann::ordered_json models = nlohmann::ordered_json::array();
    for (const SceneEntry& entry : scene) {
        nlohmann::ordered_json model{{"path", entry.model.string()}, {"count", entry.count}};
        if (!entry.animator.empty()) model["animator"] = entry.animator;
        if (!entry.clip.empty()) model["clip"] = entry.clip;
        if (entry.seconds > 0) model["seconds"] = entry.seconds;
        for (const auto& [at, turned] : entry.placements) {
            model["placements"].push_back({{"at", {at.x, at.y, at.z}}, {"turned", turned}});
        }
        models.push_back(std::move(model));
    }
    using Handler = nlohmann::ordered_json::error_handler_t;
    return nlohmann::ordered_json{{"models", models}}.dump(2, ' ', false, Handler::replace) + '\n';
}

}  // namespace sinew
