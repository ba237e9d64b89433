// Options of what is played, and the requests that follow.
#include "app/cli/played.h"

#include <fmt/format.h>

#include <set>

#include "app/cli/arguments.h"
#include "skinning/animation/animator_file.h"

namespace sinew::cli {
namespace {

constexpr const char* kModelsOwn = "model";
/// Animators are stepped through all of it.
constexpr double kLongestAnimated = 600.0;
/// Each instance draws its parameters anew about as often.
constexpr float kSecondsBetweenWishes = 4.0f;
constexpr float kStepSeconds = 1.0f / 60;

}  // namespace

Paths PlayedOptions::filesRead(const std::filesystem::path& model) const {
    if (animator.empty()) return {};
    return {animator == kModelsOwn ? animatorFileOf(model) : std::filesystem::path(animator)};
}

void addPlayedOptions(Command& command, PlayedOptions& options, const char* without) {
    command.option("--clip", options.clip,
                   fmt::format("Name or index, or 'rest'; without it: {}", without));
    command.option("--time", options.time, "Seconds into the clip, which wraps; or of the animator")
        .within(-1e6, 1e6)
        .showDefault();
    addAnimatorOptions(command, options);
}

void addAnimatorOptions(Command& command, PlayedOptions& options) {
    command
        .option("--animator", options.animator,
                "Each character plays something else: an .animator.json file, or 'model' for the "
                "one beside the model, else one that is made of its clips")
        .form("FILE");
    command.option("--seed", options.seed, "Of the animator's crowd: another one, other characters")
        .showDefault();
}

Played::Played(const PlayedOptions& options, const Model& model, uint32_t clip)
    : model_(model),
      timeSeconds_(options.time),
      playback_{.clip = clip, .timeSeconds = static_cast<float>(options.time)} {
    if (options.animator.empty()) {
        if (!options.clip.empty()) playback_.clip = parseClip(model, options.clip);
        return;
    }
    if (!options.clip.empty()) {
        throw std::runtime_error("--clip and --animator exclude one another; leave one away");
    }
    if (options.time < 0 || options.time > kLongestAnimated) {
        throw std::runtime_error(fmt::format("--time {} with --animator; try 0 to {} seconds",
                                             options.time, kLongestAnimated));
    }
    playback_.clip = kRestPose;
    seed_ = options.seed;
    spec_ = std::make_shared<const AnimatorSpec>(
        options.animator == kModelsOwn ? animatorOf(model) : readAnimator(options.animator, model));
}

AnimatorSettings Played::settings() const {
    return {.seed = seed_, .secondsBetweenWishes = kSecondsBetweenWishes};
}

std::vector<PoseRequest> Played::requests(uint32_t count, float secondsLater) const {
    if (!spec_) {
        Playback later = playback_;
        later.timeSeconds += secondsLater;
        return requestsOf(model_, later, count);
    }
    std::vector<PoseRequest> requests(count);
    animatorsAt(spec_, settings(), count, timeSeconds_ + double{secondsLater})
        .writeRequests(requests);
    return requests;
}

std::vector<std::vector<PoseRequest>> Played::everythingDone(uint32_t count) const {
    constexpr int kSteps = 20 * 60;
    Animators animators(spec_, settings(), count);
    std::vector<std::vector<PoseRequest>> crowds;
    std::set<std::pair<uint32_t, bool>> told;  // clips of a request, and whether it fades
    std::vector<PoseRequest> requests(count);
    std::vector<AnimatorEvent> events;
    for (int step = 0; step < kSteps; ++step) {
        animators.writeRequests(requests);
        bool isNew = false;
        for (const PoseRequest& request : {requests.front(), requests.back()}) {
            // Where a fade begins or ends, it is nearly one of both.
            const bool fades = request.otherWeight > 0.2f && request.otherWeight < 0.8f;
            if (!fades && request.otherWeight > 0) continue;
            isNew |= told.insert({request.clips, fades}).second;
        }
        if (isNew) crowds.push_back(requests);
        animators.advance(kStepSeconds, events);
        events.clear();
    }
    return crowds;
}

std::string Played::text() const {
    if (spec_) return fmt::format("animator at {:.4g} s, seed {}", timeSeconds(), seed_);
    if (clip() == kRestPose) return "rest pose";
    return fmt::format("clip {} at {:.4g} s", model_.clips[clip()].name, timeSeconds());
}

}  // namespace sinew::cli
