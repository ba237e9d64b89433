// Formats the `sinew-cli render` command for the view of the window.
#include "app/demo/platform/render_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "shaders/shared/view.h"
#include "skinning/gpu/frame/crowd_camera.h"

namespace sinew {
namespace {

std::string cameraText(const Camera& camera, const Box& crowd, VkExtent2D size) {
    const auto aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    // With ten digits, sinew-cli reads the same float.
    return fmt::format("{:.10g}", fmt::join(numbersOf(anglesOf(camera, crowd, aspect)), ","));
}

std::string playedArguments(const State& state) {
    const ShownModel& shown = state.chosen();
    if (shown.animating) {
        return fmt::format(" --animator model --time {}",
                           std::min(shown.animator.seconds(), kMostSceneSeconds));
    }
    if (!state.clip()) return " --clip none";
    return fmt::format(" --clip {} --time {}", clipArgument(*shown.model(), shown.playback.clip),
                       shown.playback.stepped().timeSeconds);
}

template <typename Has>
bool anyModel(const State& state, const Has& has) {
    return std::ranges::any_of(state.models, has);
}

bool movesByRoot(const ShownModel& shown) {
    return shown.animating && shown.animator.appliesRootMotion();
}

bool hasOwnRanges(const CrowdAnimator& animator) {
    const std::vector<AnimatorParameter>& parameters = animator.spec().parameters;
    for (size_t p = 0; p < parameters.size(); ++p) {
        const ParameterRange& range = animator.ranges()[p];
        if (range.low != parameters[p].least || range.high != parameters[p].most) return true;
    }
    return false;
}

/// Returns the options that vary the instances.
std::string variationArguments(const State& state) {
    const Settings& settings = state.settings;
    std::string text;
    const auto animating = std::mem_fn(&ShownModel::animating);
    if (!settings.staggered && !std::ranges::all_of(state.models, animating)) {
        text += " --in-phase";
    }
    if (!anyModel(state, animating)) return text;
    if (settings.speedSpread != Settings{}.speedSpread) {
        text += fmt::format(" --vary speed-spread={}", settings.speedSpread);
    }
    if (settings.randomInputSeconds != Settings{}.randomInputSeconds) {
        text += fmt::format(" --vary random-inputs={}", settings.randomInputSeconds);
    }
    const CrowdAnimator& animator = state.models[0].animator;
    if (anyModel(state, movesByRoot)) text += " --root-motion";
    if (state.models.size() > 1 || !hasOwnRanges(animator)) return text;
    for (size_t p = 0; p < animator.ranges().size(); ++p) {
        const auto& [low, high] = animator.ranges()[p];
        const std::string range =
            fmt::format("{}={},{}", animator.spec().parameters[p].name, low, high);
        text += " --vary " + shellWord(range);
    }
    return text;
}

std::string viewArguments(const State& state, const Box& crowd) {
    const Settings& settings = state.settings;
    const bool difference = settings.comparison == Comparison::difference;
    std::string text = " --camera " + cameraText(state.camera, crowd, state.extent);
    if (state.frozenCamera && state.culls()) {
        text += " --cull-camera " + cameraText(*state.frozenCamera, crowd, state.extent);
    }
    text += fmt::format(" --view {} --cascades {} --size {}x{}",
                        difference ? "difference" : kViewNames[settings.view],
                        settings.cascadeCount, state.extent.width, state.extent.height);
    constexpr uint32_t kDefaultSamples = 4;
    if (state.samples != kDefaultSamples) text += fmt::format(" --samples {}", state.samples);
    if (settings.sun != SunMoved()) {
        text += fmt::format(" --sun-azimuth {} --sun-elevation {}", settings.sun.azimuthDegrees,
                            settings.sun.elevationDegrees);
    }
    if (state.shadows() != Shadows()) text += " --shadows " + shadowsText(state.shadows());
    if (settings.exposure != 0) text += fmt::format(" --exposure {}", settings.exposure);
    if (settings.view == SINEW_VIEW_WEIGHTS && state.joint()) {
        text += " --joint " + shellWord(settings.joint);
    }
    if (settings.wireframe) text += " --wireframe";
    if (settings.skeleton) text += " --skeleton";
    if (settings.bounds) text += " --bounds";
    return text;
}

/// Returns true if a model before the chosen model has a joint of the same name, because --joint
/// selects the first model with that name.
bool otherModelHasJoint(const State& state) {
    const auto has = [&](const ShownModel& shown) {
        const std::vector<std::string>& names = shown.model()->skeleton.names;
        return std::ranges::find(names, state.settings.joint) != names.end();
    };
    return std::any_of(state.models.begin(), state.models.begin() + state.chosenModel, has);
}

/// Returns descriptions of the settings that a command line for several models cannot contain.
std::vector<std::string> missingOfModels(const State& state) {
    std::vector<std::string> missing;
    const auto add = [&](const char* what, const auto& has) {
        if (std::any_of(state.models.begin() + 1, state.models.end(), has))
            missing.emplace_back(what);
    };
    add("morph weights and options of the other models", [](const ShownModel& shown) {
        return !shown.morphs.empty() || !shown.read.options.empty();
    });
    add("root motion, which some models lack", [&](const ShownModel& shown) {
        return movesByRoot(shown) != movesByRoot(state.models[0]);
    });
    const auto varies = [](const ShownModel& shown) {
        return shown.animating && hasOwnRanges(shown.animator);
    };
    if (state.models.size() > 1 && anyModel(state, varies)) {
        missing.emplace_back("ranges of parameters");
    }
    return missing;
}

}  // namespace

bool isPlain(const State& state) {
    const SceneEntry& entry = state.chosen().read.entry;
    return state.models.size() == 1 && entry.placements.empty() && entry.animator.empty();
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

std::string clipArgument(const Model& model, uint32_t clip) {
    if (clip == kRestPose) return "none";
    const std::string& name = model.clips[clip].name;
    const auto first = std::ranges::find(model.clips, name, &Clip::name);
    const bool isFirst = first - model.clips.begin() == static_cast<ptrdiff_t>(clip);
    if (isFirst && !name.empty() && name != "none" && name.front() != '#') return shellWord(name);
    return fmt::format("'#{}'", clip);
}

std::string optionsText(const ShownModel& shown) {
    const ModelOptions& options = shown.read.options;
    std::string text;
    for (const AttachedProp& prop : shown.model()->props) {
        const std::string& joint = shown.model()->skeleton.names[prop.joint];
        const std::string factor = prop.factor == 1 ? "" : fmt::format("*{}", prop.factor);
        text += " --hold " + shellWord(prop.source.string() + "@" + joint + factor);
    }
    for (const std::string& clips : options.clips) text += " --clips " + shellWord(clips);
    if (!options.scene.empty()) text += " --scene " + shellWord(options.scene);
    if (options.allowOutside) text += " --allow-outside";
    for (const std::string& morph : options.morphs) text += " --morph " + shellWord(morph);
    for (const auto& [name, weight] : shown.morphs) {
        text += " --morph " + shellWord(fmt::format("{}={:g}", name, weight));
    }
    return text;
}

std::string renderCommand(const State& state, const std::string& file, const Box& crowd,
                          uint32_t instances) {
    const Settings& settings = state.settings;
    std::string command =
        fmt::format("sinew-cli render {} -o view.png --method {}", shellWord(file),
                    choiceText(supportedChoice(settings.skinning)));
    if (state.comparing()) {
        command += fmt::format(" --compare {}", choiceText(supportedChoice(settings.compared)));
    }
    if (settings.comparison == Comparison::sideBySide) {
        command += fmt::format(" --divider {}", settings.divider);
    }
    command += optionsText(state.models[0]);
    if (isPlain(state)) command += playedArguments(state);
    command += fmt::format(" --instances {} --seed {}", instances, settings.seed);
    command += variationArguments(state) + viewArguments(state, crowd);
    if (settings.lodPixels != Settings{}.lodPixels) {
        command += fmt::format(" --lod-pixels {}", settings.lodPixels);
    }
    if (settings.ratePixels != Settings{}.ratePixels) {
        command += fmt::format(" --rate-pixels {}", settings.ratePixels);
    }
    if (!settings.device.empty()) command += " --device " + shellWord(state.deviceName);
    return command;
}

std::vector<std::string> missingInCommand(const State& state) {
    const Settings& settings = state.settings;
    std::vector<std::string> missing = missingOfModels(state);
    const auto add = [&](bool has, const char* what) {
        if (has) missing.emplace_back(what);
    };
    add(anyModel(state,
                 [](const ShownModel& shown) {
                     return shown.animating && !shown.animator.isRepeatable();
                 }),
        "changes of the animators since their start");
    add(anyModel(state,
                 [](const ShownModel& shown) {
                     return shown.animating && shown.animator.seconds() > kMostSceneSeconds;
                 }),
        "animation after the first 600 seconds of the animators");
    add(anyModel(
            state,
            [](const ShownModel& shown) { return !shown.animating && shown.playback.fade < 1; }),
        "the crossfade");
    const auto reuses = [](const SkinChoice& choice) {
        return supported(choice).rate != SkinSettings{}.rate;
    };
    add(reuses(settings.skinning) || (state.comparing() && reuses(settings.compared)),
        "poses of earlier frames (setting rate)");
    const bool difference = settings.comparison == Comparison::difference;
    add(settings.view == SINEW_VIEW_MOTION && !difference, "the motion of the last frame");
    add(settings.view == SINEW_VIEW_WEIGHTS && state.joint() && otherModelHasJoint(state),
        "the model of the joint");
    add(state.picked.has_value() && !settings.skeleton, "the skeleton of the picked character");
    add(state.shadersChanged, "the compiled shaders");
    add(!state.baking.what.empty() || !state.simplifying.what.empty(),
        "the method that is shown until preparations end");
    return missing;
}

}  // namespace sinew
