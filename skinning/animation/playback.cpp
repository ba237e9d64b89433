// Playback, and the requests that it makes.
#include "skinning/animation/playback.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/sample.h"

namespace sinew {

namespace {

/// Of the clip, in which an instance is ahead of the playback.
float shareAhead(const Playback& playback, uint32_t instance) {
    constexpr double kGoldenRatio = 1.6180339887498949;
    if (!playback.staggered || instance == 0) return 0.0f;
    const double turns = instance * kGoldenRatio;
    return static_cast<float>(turns - std::floor(turns));
}

ClipMoment momentOf(const Model& model, const Playback& playback, uint32_t clip, float timeSeconds,
                    uint32_t instance) {
    if (clip == kRestPose) return {};
    return {clip, instanceTime(model.clips[clip], playback, timeSeconds, instance)};
}

PoseRequest requestOf(const Model& model, const Playback& stepped, uint32_t instance) {
    const ClipMoment now = momentOf(model, stepped, stepped.clip, stepped.timeSeconds, instance);
    if (stepped.fade >= 1) return requestOf(now);
    return requestOf(
        now, momentOf(model, stepped, stepped.previousClip, stepped.previousTimeSeconds, instance),
        1 - stepped.fade);
}

}  // namespace

void Playback::advance(float deltaSeconds, float fadeSeconds) {
    timeSeconds += deltaSeconds;
    previousTimeSeconds += deltaSeconds;
    fade = fadeSeconds > 0 ? std::min(fade + std::abs(deltaSeconds) / fadeSeconds, 1.0f) : 1.0f;
}

void Playback::play(uint32_t newClip, float fadeSeconds) {
    previousClip = clip;
    previousTimeSeconds = timeSeconds;
    clip = newClip;
    timeSeconds = 0.0f;
    fade = fadeSeconds > 0 ? 0.0f : 1.0f;
    if (fade >= 1.0f) ++cuts;
}

void Playback::seek(float seconds) {
    timeSeconds = seconds;
    fade = 1.0f;
    ++cuts;
}

Playback Playback::stepped() const {
    Playback result = *this;
    if (posesASecond <= 0) return result;
    const auto step = [&](float seconds) {
        return std::floor(seconds * posesASecond) / posesASecond;
    };
    const float lag = timeSeconds - step(timeSeconds);
    result.timeSeconds -= lag;
    result.previousTimeSeconds -= lag;
    return result;
}

float instanceTime(const Clip& clip, const Playback& playback, float timeSeconds,
                   uint32_t instance) {
    const float share = shareAhead(playback, instance);
    if (share == 0.0f) return wrapTime(clip, timeSeconds);
    return wrapTime(clip, wrapTime(clip, timeSeconds) + share * clip.durationSeconds);
}

std::vector<PoseRequest> requestsOf(const Model& model, const Playback& playback, uint32_t count) {
    std::vector<PoseRequest> requests(count);
    writeRequests(model, playback, requests);
    return requests;
}

void writeRequests(const Model& model, const Playback& playback, std::span<PoseRequest> requests) {
    const Playback stepped = playback.stepped();
    for (uint32_t i = 0; i < requests.size(); ++i) {
        requests[i] = requestOf(model, stepped, i);
    }
}

std::vector<Anchor> anchorsOf(const Model& model, const RootMotion& rootMotion,
                              const Playback& playback, uint32_t count) {
    std::vector<Anchor> anchors(count);
    const RootPath* path = rootMotion.pathOf(playback.clip);
    if (!path) return anchors;
    const Clip& clip = model.clips[playback.clip];
    const Playback stepped = playback.stepped();
    for (uint32_t i = 0; i < count; ++i) {
        const float ahead = shareAhead(playback, i) * clip.durationSeconds;
        const float inClip = instanceTime(clip, stepped, stepped.timeSeconds, i);
        // Whole rounds: what is left of the way beyond the place in the clip.
        const double rounds = std::round((double{stepped.timeSeconds} + ahead - inClip) /
                                         double{clip.durationSeconds});
        anchors[i].at = static_cast<float>(rounds) * path->whole - path->at(ahead);
    }
    return anchors;
}

}  // namespace sinew
