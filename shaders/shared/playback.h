// Pose requests of a crowd that plays one clip or one crossfade, with phase offsets. The results in
// C++ and GLSL are bit-identical, because no multiply-add is fused.
// A phase offset is the fractional part of instance * golden ratio. It spreads any number of
// instances evenly. The upper 24 of the product's 32 bits become a float.
#ifndef SINEW_SHARED_PLAYBACK_H
#define SINEW_SHARED_PLAYBACK_H

#include "shaders/shared/instance.h"
#ifdef __cplusplus
namespace sinew::gpu {
#define SINEW_PRECISE
#else
#define SINEW_PRECISE precise
#endif

// Sources of a crowd's pose requests.
#define SINEW_REQUESTS_IN_BUFFER 0u
#define SINEW_REQUESTS_ALIKE 1u   // from Playback, equal for all instances
#define SINEW_REQUESTS_SPREAD 2u  // from Playback, with phase offsets
struct Playback {
    uint requests;       // SINEW_REQUESTS_*
    uint firstInstance;  // index of the crowd's instance 0 among the model's instances
    uint clips;          // PoseRequest::clips
    float otherWeight;
    float seconds;  // base clip's time at phase offset 0, [0, duration]
    float duration;
    float otherSeconds;
    float otherDuration;
};
#ifdef __cplusplus
static_assert(sizeof(Playback) == 32);
#endif

/// Returns the phase offset of an instance as a share of the clip's duration, in [0, 1).
SINEW_FUNCTION float shareAhead(uint instance) {
    const uint kGoldenRatio = 2654435769u;  // fraction of the golden ratio * 2^32
    return float((instance * kGoldenRatio) >> 8) * (1.0f / 16777216.0f);
}

/// Returns seconds + share * duration, wrapped into [0, duration). If `share` is 0, it returns
/// `seconds`, which may equal the duration. The code adds halves of the times, because the sum of
/// two times can overflow a float.
SINEW_FUNCTION float secondsAhead(float seconds, float duration, float share) {
    if (share == 0.0f) return seconds;
    SINEW_PRECISE float ahead = share * (0.5f * duration);
    SINEW_PRECISE float there = 0.5f * seconds + ahead;
    SINEW_PRECISE float beyond = there - 0.5f * duration;
    return 2.0f * (beyond < 0.0f ? there : beyond);
}

/// Returns the pose request of an instance of the crowd. playback.requests must not be
/// SINEW_REQUESTS_IN_BUFFER.
SINEW_FUNCTION PoseRequest requestOf(Playback playback, uint instance) {
    bool spread = playback.requests == SINEW_REQUESTS_SPREAD;
    float share = spread ? shareAhead(playback.firstInstance + instance) : 0.0f;
    PoseRequest request;
    request.seconds = secondsAhead(playback.seconds, playback.duration, share);
    request.otherSeconds = secondsAhead(playback.otherSeconds, playback.otherDuration, share);
    request.otherWeight = playback.otherWeight;
    request.clips = playback.clips;
    request.layerSeconds = 0.0f;
    request.additiveSeconds = 0.0f;
    request.layer = 0u;
    request.additive = 0u;
    return request;
}

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#undef SINEW_PRECISE
#endif
