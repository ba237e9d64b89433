// Whether a frame poses an instance again, or shows it in the pose that it has; the same words
// compile as C++ and as GLSL.
//
// Between two moments of a clip no vertex gets farther than ClipMovement says. So a pose that is
// some time old is off by a length that is known before anything is posed, and what that is in
// pixels is told as for levels of detail (detail.h). Whoever would be off by more than may be is
// posed at once. Whoever is farther away waits for its turn, which comes every 2nd, 4th or 8th
// frame: of instances that follow each other one after the other has it, so that the work of frames
// is even.
#ifndef SINEW_SHARED_RATE_H
#define SINEW_SHARED_RATE_H

#include "shaders/shared/layout.h"
#ifdef __cplusplus
namespace sinew::gpu {
#define SINEW_FUNCTION inline
#else
#define SINEW_FUNCTION
#endif

/// Where an instance is, and how much of it may be seen.
struct Sight {
    float pixels;  // CullViews::ratePixels
    float depth;   // nearestDepth()
    float scale;   // scaleOf()
};

struct Turn {
    uint works;  // 1: it is posed in this frame
    uint rate;   // it is posed every 2^rate-th one
    float off;   // as it is shown: a share of what it may be off
};

/// As a share of what an instance may be off: at the most, when its pose is some seconds old.
SINEW_FUNCTION float shareOff(ClipMovement movement, float seconds, Sight sight) {
    if (seconds == 0.0f) return 0.0f;
    float error = (movement.least + movement.perSecond * seconds) * sight.scale;
    if (error == 0.0f) return 0.0f;
    bool nearer = sight.pixels == 0.0f || sight.depth <= error;
    return nearer ? 1e30f : error * sight.pixels / (sight.depth - error);
}

SINEW_FUNCTION bool blends(PoseRequest request) {
    uint weights = (request.layer | request.additive) >> SINEW_REQUEST_CLIP_BITS;
    return request.otherWeight != 0.0f || weights != 0u;
}

SINEW_FUNCTION bool same(PoseRequest a, PoseRequest b) {
    return a.seconds == b.seconds && a.otherSeconds == b.otherSeconds &&
           a.otherWeight == b.otherWeight && a.clips == b.clips &&
           a.layerSeconds == b.layerSeconds && a.additiveSeconds == b.additiveSeconds &&
           a.layer == b.layer && a.additive == b.additive;
}

/// The same clip goes on. A clip that begins anew does not: root motion moves the instance then.
SINEW_FUNCTION bool goesOn(PoseRequest held, PoseRequest now) {
    uint clip = (1u << SINEW_REQUEST_CLIP_BITS) - 1u;
    return ((held.clips ^ now.clips) & clip) == 0u && !blends(held) && !blends(now) &&
           now.seconds >= held.seconds;
}

/// `held`: what the instance has. How old it will be is told by how old it is.
SINEW_FUNCTION Turn turnOf(HeldPose held, PoseRequest now, uint frame, uint instance,
                           ClipMovement movement, Sight sight) {
    Turn turn;
    turn.works = 1u;
    turn.rate = 0u;
    turn.off = 0.0f;
    if (held.frame == 0u) return turn;
    if (same(held.request, now)) {
        turn.works = 0u;
        turn.rate = SINEW_MOST_RATE;
        return turn;
    }
    if (!goesOn(held.request, now)) return turn;
    float seconds = now.seconds - held.request.seconds;
    uint frames = frame - held.frame;
    float aFrame = seconds / float(frames > 0u ? frames : 1u);
    turn.rate = SINEW_MOST_RATE;
    while (turn.rate > 0u &&
           shareOff(movement, aFrame * float((1u << turn.rate) - 1u), sight) > 1.0f) {
        --turn.rate;
    }
    turn.off = shareOff(movement, seconds, sight);
    bool comes = ((frame + instance) & ((1u << turn.rate) - 1u)) == 0u;
    turn.works = comes || turn.off > 1.0f ? 1u : 0u;
    if (turn.works != 0u) turn.off = 0.0f;
    return turn;
}

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#undef SINEW_FUNCTION
#endif
