// One clip for a whole crowd, with staggered phases: the plainest maker of pose requests.
#pragma once

#include <vector>

#include "shaders/shared/playback.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"
#include "skinning/animation/root_motion.h"

namespace sinew {

/// What every instance plays. A change of clip crossfades from the one before.
struct Playback {
    uint32_t clip = kRestPose;
    double timeSeconds = 0.0;  // time of instance 0; not wrapped
    uint32_t previousClip = kRestPose;
    double previousTimeSeconds = 0.0;
    float fade = 1.0f;          // weight of `clip`; 1: only `clip` counts
    bool staggered = true;      // instances start at spread phases; false: all alike
    float posesASecond = 0.0f;  // poses step at this rate and stand still between; 0: every frame
    uint32_t cuts = 0;          // counts jumps: across one, nothing moves from where it was

    /// Moves both times on by `deltaSeconds`, back where that is negative, and the fade on by its
    /// share of `fadeSeconds`, which goes on in both directions.
    void advance(float deltaSeconds, float fadeSeconds);
    /// Starts `newClip` at its beginning, fading from what plays now; without a fade it is a cut.
    void play(uint32_t newClip, float fadeSeconds);
    /// Goes to another time of the clip: a cut.
    void seek(double seconds);
    /// What is posed now: the same, or as it was when poses stepped last.
    Playback stepped() const;
};

/// Where instance `i` is in a clip: timeSeconds plus its share of the clip, the fractional part of
/// i times the golden ratio, so that any number of instances is spread evenly. Wrapped.
float instanceTime(const Clip& clip, const Playback& playback, double timeSeconds,
                   uint32_t instance);

/// What the first `count` instances play, as stepped().
std::vector<PoseRequest> requestsOf(const Model& model, const Playback& playback, uint32_t count);
/// All that these are made of, as gpu::requestOf takes it; of the crowd's first page.
gpu::Playback playbackWords(const Model& model, const Playback& playback);
/// The same requests into memory that is there.
void writeRequests(const Model& model, const Playback& playback, std::span<PoseRequest> requests);

/// How far root motion brings the first `count` instances beyond where their poses have them, since
/// time 0. Of a playback that does not fade.
std::vector<Anchor> anchorsOf(const Model& model, const RootMotion& rootMotion,
                              const Playback& playback, uint32_t count);

}  // namespace sinew
