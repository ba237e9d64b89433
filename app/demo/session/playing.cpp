// Advances the playback of clips and animators.
#include "app/demo/session/steps.h"

#include <algorithm>
#include <utility>

#include "skinning/animation/sample.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

/// Wraps the time to the clip, because a float would lose precision after an hour.
void wrapPlayback(ShownModel& shown) {
    Playback& playback = shown.playback;
    const std::vector<Clip>& clips = shown.model()->clips;
    if (playback.clip < clips.size()) {
        playback.timeSeconds = wrapTime(clips[playback.clip], playback.timeSeconds);
    }
}

/// Advances the animators of all models. With a pose rate, a step has at least the period of that
/// rate.
void advanceAnimators(Stage& stage, float seconds) {
    State& state = stage.state;
    constexpr float kLongestStep = 2.0f;  // seconds; limits the step after a pause of the window
    const auto rate = static_cast<float>(state.settings.posesASecond);
    stage.animatorSeconds += seconds;
    if (rate > 0 && stage.animatorSeconds * rate < 1) return;
    const float step = std::min(std::exchange(stage.animatorSeconds, 0.0f), kLongestStep);
    for (ShownModel& shown : state.models) {
        if (shown.animating) shown.animator.advance(step);
    }
}

}  // namespace

void advance(Stage& stage) {
    State& state = stage.state;
    const Settings& settings = state.settings;
    const Clock::time_point now = Clock::now();
    const float delta = std::chrono::duration<float>(now - stage.readings.lastFrame).count();
    stage.readings.lastFrame = now;
    state.nowSeconds = stage.secondsSinceStart();
    stage.readings.advancingMs = 0;
    for (ShownModel& shown : state.models) {
        Playback& playback = shown.playback;
        playback.staggered = settings.staggered;
        playback.posesASecond = static_cast<float>(settings.posesASecond);
        if (shown.animator.follow(settings)) stage.shown.cut = true;
        if (!state.playing || stage.benchmark || shown.animating) continue;
        playback.advance(delta * settings.speed, settings.fadeSeconds);
        wrapPlayback(shown);
    }
    if (stage.benchmark) return;
    turnCamera(stage, delta);
    if (!state.playing) return;
    const Stopwatch advancing;
    advanceAnimators(stage, delta * std::max(settings.speed, 0.0f));
    stage.readings.advancingMs = advancing.ms();
}

void startClip(Stage& stage, uint32_t clip, float fadeSeconds) {
    State& state = stage.state;
    state.chosen().playback.play(clip, state.playing ? fadeSeconds : 0.0f);
    if (const Clip* playing = state.clip()) state.settings.clip = playing->name;
}

void setPlays(Stage& stage, Plays plays) {
    stage.state.settings.plays = plays;
    stage.state.chosen().animating = plays == Plays::animator;
    stage.shown.cut = true;
}

void stepFrames(Stage& stage, int frames) {
    State& state = stage.state;
    constexpr float kFramesASecond = 30;
    const uint32_t rate = state.settings.posesASecond;
    const float seconds =
        static_cast<float>(frames) / (rate > 0 ? static_cast<float>(rate) : kFramesASecond);
    state.playing = false;
    advanceAnimators(stage, std::max(seconds, 0.0f));
    for (ShownModel& shown : state.models) {
        if (shown.animating) continue;
        shown.playback.advance(seconds, 0.0f);
        wrapPlayback(shown);
    }
}

std::vector<PoseRequest> requestsOf(ShownModel& shown, uint32_t count) {
    if (!shown.animating) return requestsOf(*shown.model(), shown.playback, count);
    const std::span<const PoseRequest> requests = shown.animator.requests(count);
    return {requests.begin(), requests.end()};
}

std::span<const Anchor> anchorsOf(const ShownModel& shown) {
    return shown.animating ? shown.animator.anchors() : std::span<const Anchor>{};
}

uint32_t chosenCount(const Stage& stage) {
    return stage.frame->crowds().countsOf(stage.shown.crowd)[stage.state.chosenModel];
}

std::vector<PoseRequest> requestsNow(Stage& stage, uint32_t count) {
    const uint32_t all = chosenCount(stage);
    std::vector<PoseRequest> requests = requestsOf(stage.state.chosen(), all);
    requests.resize(std::min(count, all));
    return requests;
}

std::span<const Anchor> anchorsNow(const Stage& stage) {
    return anchorsOf(stage.state.chosen());
}

}  // namespace sinew
