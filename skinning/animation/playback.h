// One clip for a crowd with staggered phases: the simplest source of pose requests.
#pragma once

#include <vector>

#include "shaders/shared/playback.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"
#include "skinning/animation/root_motion.h"

namespace sinew {

struct Playback {
    uint32_t clip = kRestPose;
    double timeSeconds = 0.0;  // time of instance 0; not wrapped
    uint32_t previousClip = kRestPose;
    double previousTimeSeconds = 0.0;
    float fade = 1.0f;          // weight of `clip`
    bool staggered = true;      // instances have different phases
    float posesASecond = 0.0f;  // rate at which poses change; 0: every frame
    uint32_t cuts = 0;          // jumps so far; a jump causes no motion vectors

    /// Advances both times, backwards if negative, and the fade by |deltaSeconds| / fadeSeconds.
    void advance(float deltaSeconds, float fadeSeconds);
    /// Starts `newClip` with a crossfade from the current clip; without a fade it is a cut.
    void play(uint32_t newClip, float fadeSeconds);
    /// Jumps to another time of the clip: a cut.
    void seek(double seconds);
    /// The playback at its last pose step.
    Playback stepped() const;
};

/// Wrapped clip time of an instance: timeSeconds plus frac(instance * golden ratio) of the clip,
/// which spreads any number of instances evenly.
float instanceTime(const Clip& clip, const Playback& playback, double timeSeconds,
                   uint32_t instance);

/// Requests of the first `count` instances at stepped().
std::vector<PoseRequest> requestsOf(const Model& model, const Playback& playback, uint32_t count);
/// Input of gpu::requestOf() for the model's first crowd (firstInstance 0).
gpu::Playback playbackWords(const Model& model, const Playback& playback);
void writeRequests(const Model& model, const Playback& playback, std::span<PoseRequest> requests);

/// Root motion of the first `count` instances since time 0, beyond their poses' own offset.
/// Requires a playback without a fade.
std::vector<Anchor> anchorsOf(const Model& model, const RootMotion& rootMotion,
                              const Playback& playback, uint32_t count);

}  // namespace sinew
