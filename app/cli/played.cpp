// Playback options, and the pose requests that result.
#include "app/cli/played.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <tuple>

#include "app/cli/arguments.h"
#include "app/cli/progress.h"
#include "skinning/animation/sample.h"
#include "skinning/animator/animator_file.h"
#include "skinning/lod/levels.h"
#include "skinning/model/clips_from.h"
#include "skinning/model/scene_file.h"
#include "skinning/plain_text.h"
#include "skinning/settings.h"

namespace sinew::cli {
namespace {

constexpr float kStepSeconds = 1.0f / 60;
constexpr float kRandomInputSeconds = 4;  // default; --vary can change it

AnimatorSpec specOf(const PlayedOptions& options, const Model& model) {
    return options.animator == kModelsOwn ? animatorOf(model)
                                          : readAnimator(options.animator, model);
}

/// Returns the description file of --animator. Returns nothing without --animator, or if the value
/// is `model` and the model has no description of its own.
std::optional<std::filesystem::path> animatorFile(const PlayedOptions& options,
                                                  const std::filesystem::path& model) {
    if (options.animator.empty()) return std::nullopt;
    if (options.animator != kModelsOwn) return options.animator;
    const std::filesystem::path own = animatorFileOf(model);
    std::error_code error;
    return std::filesystem::exists(own, error) ? std::optional(own) : std::nullopt;
}

double parsedTime(const std::string& text) {
    constexpr double kMost = 1e6;
    if (text == "end") return kClipEnd;
    double seconds = 0;
    const char* end = text.data() + text.size();
    const auto [parsed, error] = std::from_chars(text.data(), end, seconds);
    if (error == std::errc() && parsed == end && std::abs(seconds) <= kMost) return seconds;
    throw std::runtime_error(fmt::format(
        "--time: '{}' is not a time; use seconds from -{} to {}, or end", text, kMost, kMost));
}

/// Features by which everythingDone() distinguishes poses: clips, crossfade, clip of the layer,
/// fade of the layer, additive layer.
using PlayedFeatures = std::tuple<uint32_t, bool, uint32_t, bool, uint32_t>;

/// Returns the features of a request. Returns nothing near the start or end of a fade, where one of
/// the two poses dominates.
std::optional<PlayedFeatures> featuresOf(const PoseRequest& request) {
    const auto fades = [](float weight) { return weight > 0.2f && weight < 0.8f; };
    const LayerMoment layer = layerOf(request), additive = additiveOf(request);
    if (request.otherWeight > 0 && !fades(request.otherWeight)) return std::nullopt;
    if (layer.weight > 0 && layer.weight < 1 && !fades(layer.weight)) return std::nullopt;
    return PlayedFeatures{request.clips, fades(request.otherWeight),
                          layer.weight > 0 ? layer.moment.clip : 0,
                          layer.weight > 0 && layer.weight<1, additive.weight> 0 ? 1u : 0u};
}

template <typename T>
std::vector<T> afterFirst(uint32_t count, const std::vector<T>& all) {
    return {all.begin() + count, all.end()};
}

}  // namespace

Paths PlayedOptions::filesRead(const std::filesystem::path& model) const {
    const auto description = animatorFile(*this, model);
    if (!description) return {};
    Paths files = clipFilesOf(*description);
    files.push_back(*description);
    return files;
}

void addPlayedOptions(Command& command, PlayedOptions& options, const char* without) {
    command.group(group::kModel);
    command
        .option("--clip", options.clip,
                fmt::format("Clip to play; none: rest pose; default: {}", without))
        .form("NAME|#INDEX|none");
    command
        .option(
            "--time", [&options](const std::string& text) { options.time = parsedTime(text); },
            "Clip time (loops), or animator time; end: the last keyframe")
        .form("SECONDS|end");
    command.flag("--root-motion", options.rootMotion,
                 "Apply root motion: clips move instances across the ground");
    addLevelOption(command, options);
    addAnimatorOptions(command, options);
}

void addLevelOption(Command& command, PlayedOptions& options) {
    command
        .option("--level", options.level,
                "Level of detail (LOD) of the mesh; 0: full; see inspect --levels")
        .within(0u, kMostLevels)
        .form("LOD")
        .showDefault();
}

void addAnimatorOptions(Command& command, PlayedOptions& options) {
    command.group(group::kModel);
    command
        .option("--animator", options.animator,
                "State machine per instance: .animator.json, or the model's own")
        .form("FILE|model");
    command.group(group::kModel);
    command
        .option("--seed", options.seed,
                "Seed of random placement and animator inputs; 0: regular grid")
        .form("N")
        .showDefault();
    command.option("--first-instance", options.instance, "Skip the first N instances of the crowd")
        .within(0u, kMostInstances - 1)
        .form("N")
        .showDefault();
}

void addVariationOptions(Command& command, PlayedOptions& options) {
    command.group(group::kModel);
    command.flag("--in-phase", options.inPhase, "Play the clip in the same phase in all instances");
    command
        .option("--vary", options.variations,
                "Range of an animator parameter; or speed-spread=, random-inputs=")
        .form("NAME=LOW,HIGH")
        .repeated();
}

std::shared_ptr<const Model> importPlayed(const std::filesystem::path& file,
                                          const ModelOptions& modelOptions,
                                          const PlayedOptions& options) {
    Model model = importWithProgress(file, modelOptions);
    if (const auto description = animatorFile(options, file)) {
        addClipsOfAnimator(*description, model);
    }
    if (!options.animator.empty()) {
        AnimatorSpec spec = specOf(options, model);
        for (const std::string& warning : spec.warnings) {
            std::fputs(messageLine("sinew-cli", "warning: " + warning).c_str(), stderr);
        }
        model.masks = std::move(spec.masks);
    }
    if (options.level > 0) model = atLevel(model, makeLevels(model), options.level);
    return std::make_shared<const Model>(std::move(model));
}

Played::Played(const PlayedOptions& options, const Model& model, uint32_t clip)
    : model_(model),
      timeSeconds_(options.time),
      playback_{.clip = clip, .timeSeconds = options.time, .staggered = !options.inPhase},
      first_(options.instance) {
    if (options.animator.empty()) {
        if (!options.clip.empty()) playback_.clip = parseClip(model, options.clip);
        if (options.rootMotion) rootMotion_ = std::make_shared<RootMotion>(rootMotionOf(model));
        return;
    }
    if (!options.clip.empty()) {
        throw std::runtime_error("--clip and --animator exclude one another; remove one of them");
    }
    if (options.time < 0 || options.time > kMostSceneSeconds) {
        throw std::runtime_error(fmt::format(
            "--time {} is out of range with --animator; try 0 to {} seconds",
            options.time == kClipEnd ? "end" : fmt::format("{}", options.time), kMostSceneSeconds));
    }
    playback_.clip = kRestPose;
    AnimatorSpec spec = specOf(options, model);
    settings_ = {.seed = options.seed, .randomInputSeconds = kRandomInputSeconds};
    vary(settings_, options.variations, spec);
    if (options.rootMotion) applyRootMotion(spec, model);
    spec_ = std::make_shared<const AnimatorSpec>(std::move(spec));
}

Playback Played::playback(float secondsLater) const {
    Playback later = playback_;
    later.timeSeconds += double{secondsLater};
    return later;
}

std::vector<PoseRequest> Played::requests(uint32_t count, float secondsLater) const {
    const uint32_t end = first_ + count;
    if (!spec_) return afterFirst(first_, requestsOf(model_, playback(secondsLater), end));
    std::vector<PoseRequest> requests(end);
    animatorsAt(spec_, settings_, end, timeSeconds_ + double{secondsLater}).writeRequests(requests);
    return afterFirst(first_, requests);
}

std::vector<Anchor> Played::anchors(uint32_t count, float secondsLater) const {
    const uint32_t end = first_ + count;
    if (rootMotion_) {
        return afterFirst(first_, anchorsOf(model_, *rootMotion_, playback(secondsLater), end));
    }
    if (!spec_ || !spec_->rootMotion) return {};
    const Animators animators =
        animatorsAt(spec_, settings_, end, timeSeconds_ + double{secondsLater});
    return {animators.anchors().begin() + first_, animators.anchors().end()};
}

std::vector<std::vector<PoseRequest>> Played::everythingDone(uint32_t count) const {
    constexpr int kSteps = 20 * 60;
    Animators animators(spec_, settings_, first_ + count);
    std::vector<std::vector<PoseRequest>> crowds;
    std::set<PlayedFeatures> found;
    std::vector<PoseRequest> all(first_ + count);
    std::vector<AnimatorEvent> events;
    for (int step = 0; step < kSteps; ++step) {
        animators.writeRequests(all);
        const std::vector<PoseRequest> requests = afterFirst(first_, all);
        bool isNew = false;
        for (const PoseRequest& request : {requests.front(), requests.back()}) {
            if (const auto features = featuresOf(request)) isNew |= found.insert(*features).second;
        }
        if (isNew) crowds.push_back(requests);
        animators.advance(kStepSeconds, events);
        events.clear();
    }
    return crowds;
}

std::string Played::text() const {
    if (spec_) {
        return fmt::format("animator at {:.4g} s, seed {}{}", timeSeconds(), seed(),
                           first_ > 0 ? fmt::format(", instance {}", first_) : "");
    }
    if (clip() == kRestPose) return "rest pose";
    if (timeSeconds() == kClipEnd)
        return fmt::format("end of clip \"{}\"", model_.clips[clip()].name);
    return fmt::format("clip \"{}\" at {:.4g} s", model_.clips[clip()].name, timeSeconds());
}

}  // namespace sinew::cli
