// Writes images and scenes.
#include "app/demo/platform/view_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "app/assets_path.h"
#include "app/demo/platform/files.h"
#include "app/demo/platform/render_command.h"
#include "app/output.h"
#include "images/png_writer.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

fs::path freeName(const fs::path& folder, const char* ending) {
    const std::string name =
        fmt::format("sinew-{:%Y-%m-%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
    fs::path file = folder / (name + ending);
    for (int i = 2; fs::exists(file); ++i) file = folder / fmt::format("{}-{}{}", name, i, ending);
    return file;
}

/// Returns the text of a scene file: all models with their current playback and `counts` instances.
std::string sceneNow(const State& state, std::span<const uint32_t> counts) {
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
            seconds = shown.playback.stepped().timeSeconds;
        } else {
            entry.clip = "rest";
        }
        entry.seconds = static_cast<float>(std::clamp(seconds, 0.0, kMostSceneSeconds));
        scene.push_back(std::move(entry));
    }
    return sceneText(scene);
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

}  // namespace sinew
