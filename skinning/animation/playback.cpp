// Advances a playback, and computes its pose requests.
#include "skinning/animation/playback.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/placement.h"
#include "skinning/animation/root_motion.h"
#include "skinning/animation/sample.h"

namespace sinew {

namespace {

float shareAhead(const Playback& playback, uint32_t instance) {
    return playback.staggered ? gpu::shareAhead(instance) : 0.0f;
}

float durationOf(const Clip& clip) {
    return clip.durationSeconds > 0 ? clip.durationSeconds : 0.0f;
}

ClipMoment momentOf(const Model& model, uint32_t clip, double timeSeconds) {
    if (clip == kRestPose) return {};
    return {clip, wrapTime(model.clips[clip], timeSeconds)};
}

}  // namespace

void Playback::advance(float deltaSeconds, float fadeSeconds) {
    timeSeconds += double{deltaSeconds};
    previousTimeSeconds += double{deltaSeconds};
    fade = fadeSeconds > 0 ? std::min(fade + std::abs(deltaSeconds) / fadeSeconds, 1.0f) : 1.0f;
}

void Playback::play(uint32_t newClip, float fadeSeconds) {
    previousClip = clip;
    previousTimeSeconds = timeSeconds;
    clip = newClip;
    timeSeconds = 0.0;
    fade = fadeSeconds > 0 ? 0.0f : 1.0f;
    if (fade >= 1.0f) ++cuts;
}

void Playback::seek(double seconds) {
    timeSeconds = seconds;
    fade = 1.0f;
    ++cuts;
}

Playback Playback::stepped() const {
    Playback result = *this;
    if (posesASecond <= 0 || timeSeconds == kClipEnd) return result;
    const double rate = posesASecond;
    const double lag = timeSeconds - std::floor(timeSeconds * rate) / rate;
    result.timeSeconds -= lag;
    result.previousTimeSeconds -= lag;
    return result;
}

float instanceTime(const Clip& clip, const Playback& playback, double timeSeconds,
                   uint32_t instance) {
    return gpu::secondsAhead(wrapTime(clip, timeSeconds), durationOf(clip),
                             shareAhead(playback, instance));
}

gpu::Playback playbackWords(const Model& model, const Playback& playback) {
    const Playback now = playback.stepped();
    const bool fades = now.fade < 1;
    const ClipMoment base = momentOf(model, now.clip, now.timeSeconds);
    const ClipMoment other =
        fades ? momentOf(model, now.previousClip, now.previousTimeSeconds) : base;
    const PoseRequest request = requestOf(base, other, fades ? 1 - now.fade : 0.0f);
    const auto lasts = [&](const ClipMoment& moment) {
        return moment.clip == kRestPose ? 0.0f : durationOf(model.clips[moment.clip]);
    };
    return {.requests = now.staggered ? SINEW_REQUESTS_SPREAD : SINEW_REQUESTS_ALIKE,
            .firstInstance = 0,
            .clips = request.clips,
            .otherWeight = request.otherWeight,
            .seconds = request.seconds,
            .duration = lasts(base),
            .otherSeconds = request.otherSeconds,
            .otherDuration = lasts(other)};
}

std::vector<PoseRequest> requestsOf(const Model& model, const Playback& playback, uint32_t count) {
    std::vector<PoseRequest> requests(count);
    writeRequests(model, playback, requests);
    return requests;
}

void writeRequests(const Model& model, const Playback& playback, std::span<PoseRequest> requests) {
    const gpu::Playback words = playbackWords(model, playback);
    for (uint32_t i = 0; i < requests.size(); ++i) requests[i] = gpu::requestOf(words, i);
}

std::vector<Anchor> anchorsOf(const Model& model, const RootMotion& rootMotion,
                              const Playback& playback, uint32_t count) {
    std::vector<Anchor> anchors(count);
    const RootPath* path = rootMotion.pathOf(playback.clip);
    if (!path) return anchors;
    const Clip& clip = model.clips[playback.clip];
    const Playback stepped = playback.stepped();
    const double seconds =
        stepped.timeSeconds == kClipEnd ? clip.durationSeconds : stepped.timeSeconds;
    for (uint32_t i = 0; i < count; ++i) {
        const float ahead = shareAhead(playback, i) * clip.durationSeconds;
        const float inClip = instanceTime(clip, stepped, stepped.timeSeconds, i);
        // The number of loops that the instance has completed.
        const double rounds = std::round((seconds + ahead - inClip) / double{clip.durationSeconds});
        anchors[i].at = static_cast<float>(rounds) * path->total - path->at(ahead);
    }
    return anchors;
}

}  // namespace sinew
