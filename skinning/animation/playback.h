// A playback plays one clip for a crowd with different phases. It is the simplest source of pose
// requests.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/playback.h"
#include "skinning/animation/pose_request.h"

namespace sinew {

struct Anchor;
struct RootMotion;

struct Playback {
    uint32_t clip = kRestPose;
    double timeSeconds = 0.0;  // time of instance 0; not wrapped
    uint32_t previousClip = kRestPose;
    double previousTimeSeconds = 0.0;
    float fade = 1.0f;          // weight of `clip` in a crossfade
    bool staggered = true;      // instances have different phases
    float posesASecond = 0.0f;  // 0: poses change in every frame
    // Number of jumps in time so far. A frame with a jump has no motion vectors.
    uint32_t cuts = 0;

    /// Advances both times (backwards if `deltaSeconds` is negative), and `fade` by |deltaSeconds|
    /// / fadeSeconds.
    void advance(float deltaSeconds, float fadeSeconds);
    /// Starts `newClip` with a crossfade from the current clip. If `fadeSeconds` is 0, it is a cut
    /// (a jump).
    void play(uint32_t newClip, float fadeSeconds);
    /// Jumps to another time of the clip.
    void seek(double seconds);
    /// Returns the playback at the time of its current poses, which change posesASecond times per
    /// second.
    Playback stepped() const;
};

/// Returns the wrapped clip time of an instance. A staggered playback adds frac(instance * golden
/// ratio) of the clip, which spreads any number of instances evenly.
float instanceTime(const Clip& clip, const Playback& playback, double timeSeconds,
                   uint32_t instance);

/// Returns the requests of the first `count` instances at the time of stepped().
std::vector<PoseRequest> requestsOf(const Model& model, const Playback& playback, uint32_t count);
/// Returns the input of gpu::requestOf() for the model's first crowd (firstInstance 0).
gpu::Playback playbackWords(const Model& model, const Playback& playback);
void writeRequests(const Model& model, const Playback& playback, std::span<PoseRequest> requests);

/// Returns the root motion of the first `count` instances since time 0, without the offset that
/// their poses contain. The playback must not fade.
std::vector<Anchor> anchorsOf(const Model& model, const RootMotion& rootMotion,
                              const Playback& playback, uint32_t count);

}  // namespace sinew
