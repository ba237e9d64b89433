// What is played, and from when on.
#include "app/demo/session/playing.h"

#include <algorithm>

#include "skinning/animation/sample.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

/// Kept within the clip, because after an hour a float would move in visible steps.
void wrapPlayback(Stage& stage) {
    Playback& playback = stage.state.playback;
    if (const Clip* clip = stage.state.clip()) {
        playback.timeSeconds = wrapTime(*clip, playback.timeSeconds);
    }
}

}  // namespace

void advance(Stage& stage) {
    State& state = stage.state;
    const Clock::time_point now = Clock::now();
    const float delta = std::chrono::duration<float>(now - stage.readings.lastFrame).count();
    stage.readings.lastFrame = now;
    state.nowSeconds = stage.secondsSinceStart();
    Playback& playback = state.playback;
    playback.staggered = state.settings.staggered;
    playback.posesASecond = static_cast<float>(state.settings.posesASecond);
    if (state.animator.follow(state.settings)) stage.shown.cut = true;
    stage.readings.advancingMs = 0;
    if (!state.playing || stage.benchmark) return;
    if (state.animating) {
        const Stopwatch advancing;
        state.animator.advance(delta * std::max(state.settings.speed, 0.0f),
                               state.settings.posesASecond);
        stage.readings.advancingMs = advancing.ms();
        return;
    }
    playback.advance(delta * state.settings.speed, state.settings.fadeSeconds);
    wrapPlayback(stage);
}

void startClip(Stage& stage, uint32_t clip, float fadeSeconds) {
    State& state = stage.state;
    state.playback.play(clip, state.playing ? fadeSeconds : 0.0f);
    if (const Clip* playing = state.clip()) state.settings.clip = playing->name;
}

void letPlay(Stage& stage, Plays plays) {
    stage.state.settings.plays = plays;
    stage.state.animating = plays == Plays::animator;
    stage.shown.cut = true;
}

void stepFrames(Stage& stage, int frames) {
    State& state = stage.state;
    constexpr float kFramesASecond = 30;
    const uint32_t rate = state.settings.posesASecond;
    const float seconds =
        static_cast<float>(frames) / (rate > 0 ? static_cast<float>(rate) : kFramesASecond);
    state.playing = false;
    if (state.animating) {
        state.animator.advance(std::max(seconds, 0.0f), rate);
    } else {
        state.playback.advance(seconds, 0.0f);
        wrapPlayback(stage);
    }
}

std::vector<PoseRequest> requestsNow(Stage& stage, uint32_t count) {
    State& state = stage.state;
    if (!state.animating) return requestsOf(*state.model, state.playback, count);
    const std::span<const PoseRequest> requests = state.animator.requests(stage.shown.crowd);
    return {requests.begin(), requests.begin() + std::min(count, stage.shown.crowd)};
}

std::span<const glm::vec3> anchorsNow(const Stage& stage) {
    if (!stage.state.animating) return {};
    return stage.state.animator.anchors();
}

}  // namespace sinew
