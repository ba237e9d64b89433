// Whether a frame poses an instance, or draws it with the pose of an earlier frame.
//
// Between two times of a clip no vertex moves farther than ClipMovement says. So the error of an
// older pose is bounded before anything is posed; detail.glsl converts it to pixels. An instance
// whose error bound exceeds the limit is posed immediately. Others are posed every 2nd, 4th or 8th
// frame, offset by the instance's number, so that each frame poses about as many instances.
#ifndef SINEW_RATE_GLSL
#define SINEW_RATE_GLSL

#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/variant.glsl"

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
float shareOff(ClipMovement movement, float seconds, Sight sight) {
    if (seconds == 0.0) return 0.0;
    float error = (movement.least + movement.perSecond * seconds) * sight.scale;
    if (error == 0.0) return 0.0;
    bool nearer = sight.pixels == 0.0 || sight.depth <= error;
    return nearer ? 1e30 : error * sight.pixels / (sight.depth - error);
}

bool blends(PoseRequest request) {
    uint weights = (request.layer | request.additive) >> SINEW_REQUEST_CLIP_BITS;
    return request.otherWeight != 0.0 || weights != 0;
}

bool same(PoseRequest a, PoseRequest b) {
    return a.seconds == b.seconds && a.otherSeconds == b.otherSeconds &&
           a.otherWeight == b.otherWeight && a.clips == b.clips &&
           a.layerSeconds == b.layerSeconds && a.additiveSeconds == b.additiveSeconds &&
           a.layer == b.layer && a.additive == b.additive;
}

/// The same clip goes on. A clip that begins anew does not: root motion moves the instance then.
bool goesOn(PoseRequest held, PoseRequest now) {
    uint clip = (1 << SINEW_REQUEST_CLIP_BITS) - 1;
    return ((held.clips ^ now.clips) & clip) == 0 && !blends(held) && !blends(now) &&
           now.seconds >= held.seconds;
}

/// `held`: what the instance has. How old it will be is told by how old it is.
Turn turnOf(HeldPose held, PoseRequest now, uint frame, uint instance,
                           ClipMovement movement, Sight sight) {
    Turn turn;
    turn.works = 1;
    turn.rate = 0;
    turn.off = 0.0;
    if (held.frame == 0) return turn;
    if (same(held.request, now)) {
        turn.works = 0;
        turn.rate = SINEW_MOST_RATE;
        return turn;
    }
    if (!goesOn(held.request, now)) return turn;
    float seconds = now.seconds - held.request.seconds;
    uint frames = frame - held.frame;
    float aFrame = seconds / float(frames > 0 ? frames : 1);
    turn.rate = SINEW_MOST_RATE;
    while (turn.rate > 0 &&
           shareOff(movement, aFrame * float((1 << turn.rate) - 1), sight) > 1.0) {
        --turn.rate;
    }
    turn.off = shareOff(movement, seconds, sight);
    bool comes = ((frame + instance) & ((1 << turn.rate) - 1)) == 0;
    turn.works = comes || turn.off > 1.0 ? 1 : 0;
    if (turn.works != 0) turn.off = 0.0;
    return turn;
}

#endif
