// Settings as JSON.
#include "app/demo/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/demo/files.h"

namespace sinew {

NLOHMANN_JSON_SERIALIZE_ENUM(Method, {{Method::compute, "compute"},
                                      {Method::cpuReference, "cpu-reference"},
                                      {Method::cpu, "cpu"},
                                      {Method::vertex, "vertex"},
                                      {Method::vertexUniform, "vertex-uniform"},
                                      {Method::texture, "texture"},
                                      {Method::feedback, "feedback"}})
NLOHMANN_JSON_SERIALIZE_ENUM(TimerMode, {{TimerMode::overlapped, "overlapped"},
                                         {TimerMode::serialised, "serialised"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Settings, model, droppedModels, clip, influenceCap,
                                                method, instanceCount, cascadeCount, view, skeleton,
                                                bounds, timerMode, speed, fadeSeconds, staggered,
                                                panels, graphShowsCpu, vsync, samples,
                                                interfaceScale, windowWidth, windowHeight)

namespace {

std::filesystem::path settingsFile() {
    const std::filesystem::path folder = configFolder();
    return folder.empty() ? folder : folder / "settings.json";
}

float clampFinite(float value, float low, float high, float fallback) {
    return std::isfinite(value) ? std::clamp(value, low, high) : fallback;
}

void clampAll(Settings& settings) {
    settings.influenceCap = std::min(settings.influenceCap, 8u);
    settings.instanceCount = std::clamp(settings.instanceCount, 1u, 1'000'000u);
    settings.cascadeCount = std::clamp<uint32_t>(settings.cascadeCount, 1, SINEW_MAX_CASCADES);
    settings.view = std::min(settings.view, SINEW_VIEW_WEIGHTS);
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
        Settings settings = nlohmann::json::parse(*content).get<Settings>();
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
    if (!file.empty()) writeFileWhole(file, nlohmann::json(settings).dump(2) + "\n");
}

}  // namespace sinew
