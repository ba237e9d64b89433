// Pictures and commands.
#include "app/demo/platform/view_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "app/assets_path.h"
#include "app/demo/platform/files.h"
#include "app/output.h"
#include "images/png_writer.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr const char* kViewNames[] = {"shaded", "normals", "weights", "cascades", "motion"};

/// A name that no file has yet: two pictures in a second are two files.
fs::path freeName(const fs::path& folder) {
    const std::string name =
        fmt::format("sinew-{:%Y-%m-%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr)));
    fs::path file = folder / (name + ".png");
    for (int i = 2; fs::exists(file); ++i) file = folder / fmt::format("{}-{}.png", name, i);
    return file;
}

std::string playedArguments(const State& state) {
    if (state.animating) {
        return fmt::format(" --animator model --time {:.3f}", state.animator.seconds());
    }
    const Clip* clip = state.clip();
    if (!clip) return " --clip rest";
    return fmt::format(" --clip {} --time {}", shellWord(clip->name), state.playback.timeSeconds);
}

}  // namespace

fs::path savePicture(const Picture& picture) {
    const fs::path data = dataFolder();
    if (data.empty()) {
        throw std::runtime_error(
            "there is no folder for the picture: neither XDG_DATA_HOME nor HOME names one");
    }
    makeFolder(data / "pictures");
    fs::path file = freeName(data / "pictures");
    writeFile(file, images::encodePng(picture.width, picture.height, picture.rgba));
    return file;
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

std::string renderCommand(const State& state, float zoom) {
    const Settings& settings = state.settings;
    const Camera& camera = state.camera;
    std::string command = fmt::format("sinew-cli render {} -o view.png --method {}",
                                      shellWord(state.modelFile.string()),
                                      choiceText(heededChoice(settings.skinning)));
    if (state.comparing()) {
        command += fmt::format(" --compare {}", choiceText(heededChoice(settings.compared)));
    }
    if (settings.comparison == Comparison::sideBySide) {
        command += fmt::format(" --divider {:.4f}", settings.divider);
    }
    for (const Held& held : state.model->held) {
        command += " --hold " +
                   shellWord(held.source.string() + "@" + state.model->skeleton.names[held.joint]);
    }
    command += playedArguments(state);
    command += fmt::format(" --instances {} --seed {}", settings.instanceCount, settings.seed);
    command += fmt::format(" --camera {:.4f},{:.4f},{:.6g},{:.6g},{:.6g},{:.6g}",
                           glm::degrees(camera.yawRadians), glm::degrees(camera.pitchRadians), zoom,
                           camera.target.x, camera.target.y, camera.target.z);
    const bool difference = settings.comparison == Comparison::difference;
    command += fmt::format(" --view {} --cascades {} --size {}x{}",
                           difference ? "difference" : kViewNames[settings.view],
                           settings.cascadeCount, state.extent.width, state.extent.height);
    if (settings.sun != SunMoved()) {
        command += fmt::format(" --sun-turned {:.1f} --sun-raised {:.1f}",
                               settings.sun.turnedDegrees, settings.sun.raisedDegrees);
    }
    if (settings.view == SINEW_VIEW_WEIGHTS && state.joint()) {
        command += " --joint " + shellWord(settings.joint);
    }
    if (settings.wireframe) command += " --wireframe";
    if (settings.skeleton) command += " --skeleton";
    if (settings.bounds) command += " --bounds";
    return command;
}

}  // namespace sinew
