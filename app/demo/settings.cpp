// Settings as JSON.
#include "app/demo/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/demo/files.h"

namespace sinew {

// A way of skinning stands in the file as people write it: "vertex:dual-quaternion".
void to_json(nlohmann::json& json, const SkinChoice& choice) {
    json = choiceText(choice);
}
void from_json(const nlohmann::json& json, SkinChoice& choice) {
    choice = parseChoice(json.get<std::string>());
}

NLOHMANN_JSON_SERIALIZE_ENUM(Comparison, {{Comparison::off, "off"},
                                          {Comparison::sideBySide, "side by side"},
                                          {Comparison::difference, "difference"}})
NLOHMANN_JSON_SERIALIZE_ENUM(TimerMode, {{TimerMode::overlapped, "overlapped"},
                                         {TimerMode::serialised, "serialised"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(
    Settings, model, droppedModels, clip, skinning, comparison, compared, divider, instanceCount,
    cascadeCount, depthPrepass, view, motionBlur, skeleton, bounds, timerMode, scenario,
    thoroughBenchmark, speed, fadeSeconds, posesASecond, staggered, panels, closedSections,
    graphShowsCpu, vsync, samples, interfaceScale, windowWidth, windowHeight)

namespace {

std::filesystem::path settingsFile() {
    const std::filesystem::path folder = configFolder();
    return folder.empty() ? folder : folder / "settings.json";
}

float clampFinite(float value, float low, float high, float fallback) {
    return std::isfinite(value) ? std::clamp(value, low, high) : fallback;
}

void clampAll(Settings& settings) {
    settings.divider = clampFinite(settings.divider, 0.0f, 1.0f, 0.5f);
    settings.instanceCount = std::clamp(settings.instanceCount, 1u, 1'000'000u);
    settings.cascadeCount = std::min<uint32_t>(settings.cascadeCount, SINEW_MAX_CASCADES);
    settings.view = std::min(settings.view, SINEW_VIEW_MOTION);
    settings.posesASecond = std::min(settings.posesASecond, 240u);
    settings.speed = clampFinite(settings.speed, 0.0f, 4.0f, 1.0f);
    settings.fadeSeconds = clampFinite(settings.fadeSeconds, 0.0f, 2.0f, 0.35f);
    settings.samples = std::min(settings.samples, 8u);
    settings.interfaceScale = clampFinite(settings.interfaceScale, 0.0f, 4.0f, 0.0f);
    settings.windowWidth = std::clamp(settings.windowWidth, 320u, 16384u);
    settings.windowHeight = std::clamp(settings.windowHeight, 240u, 16384u);
    if (settings.droppedModels.size() > Settings::kDroppedModels) {
        settings.droppedModels.resize(Settings::kDroppedModels);
    }
}

/// Takes out of `json` ways of skinning that this version cannot read; returns what is wrong.
std::string dropUnknownWays(nlohmann::json& json) {
    std::string problem;
    for (const char* key : {"skinning", "compared"}) {
        const auto found = json.is_object() ? json.find(key) : json.end();
        if (found == json.end() || !found->is_string()) continue;
        try {
            parseChoice(found->get<std::string>());
        } catch (const std::runtime_error& error) {
            problem = error.what();
            json.erase(found);
        }
    }
    return problem;
}

}  // namespace

void Settings::rememberModel(const std::string& file) {
    std::erase(droppedModels, file);
    droppedModels.insert(droppedModels.begin(), file);
    if (droppedModels.size() > kDroppedModels) droppedModels.resize(kDroppedModels);
}

Settings loadSettings(std::string& problem) {
    const std::filesystem::path file = settingsFile();
    const auto content = file.empty() ? std::nullopt : readFile(file);
    if (!content) return {};
    try {
        nlohmann::json json = nlohmann::json::parse(*content);
        const std::string unknown = dropUnknownWays(json);
        if (!unknown.empty()) problem = fmt::format("{}: {}", file.string(), unknown);
        Settings settings = json.get<Settings>();
        clampAll(settings);
        return settings;
    } catch (const nlohmann::json::exception&) {
        problem = fmt::format("{} is damaged and was ignored; it is written anew on leaving",
                              file.string());
        return {};
    }
}

void saveSettings(const Settings& settings) {
    const std::filesystem::path file = settingsFile();
    if (!file.empty()) keepFile(file, nlohmann::json(settings).dump(2) + "\n");
}

}  // namespace sinew
