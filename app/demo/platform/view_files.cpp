// Writes images and scenes, and formats commands.
#include "app/demo/platform/view_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "app/assets_path.h"
#include "app/demo/platform/files.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/frame/crowd_camera.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr const char* kViewNames[] = {"shaded", "normals", "weights", "cascades",
                                      "levels", "rates",   "motion"};

fs::path freeName(const fs::path& folder, const char* ending) {
    const std::string name =
        fmt::format("sinew-{:%Y-%m-%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
    fs::path file = folder / (name + ending);
    for (int i = 2; fs::exists(file); ++i) file = folder / fmt::format("{}-{}{}", name, i, ending);
    return file;
}

/// True if the command line can describe the models without a scene file.
bool isPlain(const State& state) {
    const SceneEntry& entry = state.chosen().read.entry;
    return state.models.size() == 1 && entry.placements.empty() && entry.animator.empty();
}

/// Returns a scene of all models with their current playback and `counts` instances.
std::string sceneNow(const State& state, std::span<const uint32_t> counts) {
    constexpr double kMostSeconds = 600;  // maximum of scene files
    std::vector<SceneEntry> scene;
    for (size_t i = 0; i < state.models.size(); ++i) {
        const ShownModel& shown = state.models[i];
        if (counts[i] == 0) continue;
        SceneEntry entry{.model = shown.file(), .count = counts[i]};
        entry.placements = shown.read.entry.placements;
        if (entry.placements.size() > counts[i]) entry.placements.resize(counts[i]);
        const std::vector<Clip>& clips = shown.model()->clips;
        double seconds = 0;
        if (shown.animating) {
            const std::string& described = shown.read.entry.animator;
            entry.animator = described.empty() ? "model" : described;
            seconds = shown.animator.seconds();
        } else if (shown.playback.clip < clips.size()) {
            entry.clip = clips[shown.playback.clip].name;
            seconds = double{shown.playback.timeSeconds};
        } else {
            entry.clip = "rest";
        }
        entry.seconds = static_cast<float>(std::clamp(seconds, 0.0, kMostSeconds));
        scene.push_back(std::move(entry));
    }
    return sceneText(scene);
}

std::string playedArguments(const State& state) {
    if (!isPlain(state)) return "";
    if (state.chosen().animating) {
        return fmt::format(" --animator model --time {:.3f}", state.chosen().animator.seconds());
    }
    const Clip* clip = state.clip();
    if (!clip) return " --clip rest";
    return fmt::format(" --clip {} --time {}", shellWord(clip->name),
                       state.chosen().playback.timeSeconds);
}

}  // namespace

namespace {

std::string cameraText(const Camera& camera, const Box& crowd, VkExtent2D size) {
    const CameraAngles angles = anglesOf(
        camera, crowd, static_cast<float>(size.width) / static_cast<float>(size.height));
    return fmt::format("{:.4f},{:.4f},{:.6g},{:.6g},{:.6g},{:.6g}", angles.yawDegrees,
                       angles.pitchDegrees, angles.zoom, angles.target->x, angles.target->y,
                       angles.target->z);
}

fs::path saved(const char* kind, const char* ending, std::string_view bytes) {
    const fs::path data = dataFolder();
    if (data.empty()) {
        throw std::runtime_error("no data folder is set; set XDG_DATA_HOME or HOME");
    }
    makeFolder(data / kind);
    fs::path file = freeName(data / kind, ending);
    writeFile(file, bytes);
    return file;
}

}  // namespace

fs::path savePicture(const Picture& picture) {
    return saved("pictures", ".png",
                 images::encodePng(picture.width, picture.height, picture.rgba));
}

std::string drawnFile(const State& state, std::span<const uint32_t> counts) {
    if (isPlain(state)) return state.chosen().file().string();
    return saved("scenes", ".json", sceneNow(state, counts)).string();
}

std::string shellWord(const std::string& text) {
    const auto isHarmless = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-./:,+@%=").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), isHarmless)) return text;
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') {
            word += "'\\''";
        } else {
            word += c;
        }
    }
    return word + "'";
}

std::string optionsText(const ShownModel& shown) {
    const ModelOptions& options = shown.read.options;
    std::string text;
    for (const std::string& clips : options.clips) text += " --clips " + shellWord(clips);
    if (!options.scene.empty()) text += " --scene " + shellWord(options.scene);
    if (options.allowOutside) text += " --allow-outside";
    for (const std::string& morph : options.morphs) text += " --morph " + shellWord(morph);
    for (const auto& [name, weight] : shown.morphs) {
        text += " --morph " + shellWord(fmt::format("{}={:g}", name, weight));
    }
    return text;
}

std::string renderCommand(const State& state, const std::string& file, const Box& crowd) {
    const Settings& settings = state.settings;
    std::string command =
        fmt::format("sinew-cli render {} -o view.png --method {}", shellWord(file),
                    choiceText(supportedChoice(settings.skinning)));
    if (state.comparing()) {
        command += fmt::format(" --compare {}", choiceText(supportedChoice(settings.compared)));
    }
    if (settings.comparison == Comparison::sideBySide) {
        command += fmt::format(" --divider {:.4f}", settings.divider);
    }
    for (const AttachedProp& prop : state.models[0].model()->props) {
        const std::string& joint = state.models[0].model()->skeleton.names[prop.joint];
        const std::string factor = prop.factor == 1 ? "" : fmt::format("*{:g}", prop.factor);
        command += " --hold " + shellWord(prop.source.string() + "@" + joint + factor);
    }
    command += optionsText(state.models[0]);
    command += playedArguments(state);
    command += fmt::format(" --instances {} --seed {}", settings.instanceCount, settings.seed);
    command += " --camera " + cameraText(state.camera, crowd, state.extent);
    if (state.frozenCamera && state.culls()) {
        command += " --cull-camera " + cameraText(*state.frozenCamera, crowd, state.extent);
    }
    const bool difference = settings.comparison == Comparison::difference;
    command += fmt::format(" --view {} --cascades {} --size {}x{}",
                           difference ? "difference" : kViewNames[settings.view],
                           settings.cascadeCount, state.extent.width, state.extent.height);
    if (settings.sun != SunMoved()) {
        command += fmt::format(" --sun-azimuth {:.1f} --sun-elevation {:.1f}",
                               settings.sun.azimuthDegrees, settings.sun.elevationDegrees);
    }
    if (settings.view == SINEW_VIEW_WEIGHTS && state.joint()) {
        command += " --joint " + shellWord(settings.joint);
    }
    if (settings.lodPixels != Settings{}.lodPixels) {
        command += fmt::format(" --lod-pixels {:g}", settings.lodPixels);
    }
    if (settings.ratePixels != Settings{}.ratePixels) {
        command += fmt::format(" --rate-pixels {:g}", settings.ratePixels);
    }
    if (settings.wireframe) command += " --wireframe";
    if (settings.skeleton) command += " --skeleton";
    if (settings.bounds) command += " --bounds";
    return command;
}

}  // namespace sinew
