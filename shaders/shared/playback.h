// The requests of a crowd that plays one clip, or fades from another, with spread phases; the same
// words compile as C++ and as GLSL, and give the same bits.
//
// An instance is ahead by its share of a clip: the fraction of its number times the golden ratio,
// so that any number of instances is spread evenly. That is an integer product, whose upper 24 bits
// a float holds. Behind it are a product and a sum, each rounded once: nothing may be contracted.
#ifndef SINEW_SHARED_PLAYBACK_H
#define SINEW_SHARED_PLAYBACK_H

#include "shaders/shared/instance.h"
#ifdef __cplusplus
namespace sinew::gpu {
#define SINEW_PRECISE
#else
#define SINEW_PRECISE precise
#endif

// The source of a crowd's pose requests in a frame: requests in memory, or one playback from which
// shaders derive each request (requestOf).
#define SINEW_REQUESTS_GIVEN 0u
#define SINEW_REQUESTS_ALIKE 1u   // all are at one moment
#define SINEW_REQUESTS_SPREAD 2u  // each is ahead by its share of the clip
struct Playback {
    uint requests;       // SINEW_REQUESTS_*
    uint firstInstance;  // of the crowd, among all instances of its model
    uint clips;          // of every request, and so is the weight
    float otherWeight;
    float seconds;   // in the base clip, of an instance without a share: [0, duration]
    float duration;  // 0: all stay at 0
    float otherSeconds;
    float otherDuration;
};
#ifdef __cplusplus
static_assert(sizeof(Playback) == 32);
#endif

/// [0, 1); 0 of the first instance.
SINEW_FUNCTION float shareAhead(uint instance) {
    const uint kGoldenRatio = 2654435769u;  // its fraction, of 2^32
    return float((instance * kGoldenRatio) >> 8) * (1.0f / 16777216.0f);
}

/// `share` of the duration later than `seconds`, wrapped into [0, duration); 0 if the duration is
/// 0. Without a share, `seconds` itself, which may be the duration: a clip's last keys. Counted in
/// halves, because the sum of two times may be more than a float holds.
SINEW_FUNCTION float secondsAhead(float seconds, float duration, float share) {
    if (share == 0.0f) return seconds;
    SINEW_PRECISE float ahead = share * (0.5f * duration);
    SINEW_PRECISE float there = 0.5f * seconds + ahead;
    SINEW_PRECISE float beyond = there - 0.5f * duration;
    return 2.0f * (beyond < 0.0f ? there : beyond);
}

/// The request of instance `instance` of the crowd; `playback` is not SINEW_REQUESTS_GIVEN.
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
