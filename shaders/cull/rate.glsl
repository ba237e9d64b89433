// Decides if a frame poses an instance, or draws it with the pose of an earlier frame.
//
// ClipMovement bounds how far a vertex moves between two times of a clip. So the error of an older
// pose has a bound that needs no posing; detail.glsl converts it to pixels. An instance whose bound
// exceeds the limit is posed immediately. Other instances are posed in every 2nd, 4th or 8th frame.
// The index of the instance offsets these frames, so every frame poses about equally many.
#ifndef SINEW_RATE_GLSL
#define SINEW_RATE_GLSL

#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/variant.glsl"

/// The numbers that convert an error of an instance to pixels.
struct Sight {
    float pixels;  // CullViews::ratePixels
    float depth;   // nearestDepth()
    float scale;   // scaleOf()
};

struct Schedule {
    uint posed;   // 1: the instance is posed in this frame
    uint rate;    // the instance is posed in every 2^rate-th frame
    float error;  // error bound of the drawn pose, divided by the allowed error
};

/// Returns the error bound of a pose that is `seconds` old, divided by the allowed error.
float errorShare(ClipMovement movement, float seconds, Sight sight) {
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

/// Returns true if `now` continues the clip of `last` without a blend. A clip that has looped does
/// not continue, because root motion moves the instance at the loop.
bool continues(PoseRequest last, PoseRequest now) {
    uint clip = (1 << SINEW_REQUEST_CLIP_BITS) - 1;
    return ((last.clips ^ now.clips) & clip) == 0 && !blends(last) && !blends(now) &&
           now.seconds >= last.seconds;
}

/// Decides if the instance is posed in this frame. Frames are assumed to take the mean time of the
/// frames since the last pose.
Schedule scheduleOf(LastPose last, PoseRequest now, uint frame, uint instance,
                    ClipMovement movement, Sight sight) {
    Schedule schedule = Schedule(1, 0, 0.0);
    if (last.frame == 0) return schedule;
    if (same(last.request, now)) return Schedule(0, SINEW_MOST_RATE, 0.0);
    if (!continues(last.request, now)) return schedule;
    float seconds = now.seconds - last.request.seconds;
    uint frames = frame - last.frame;
    float aFrame = seconds / float(frames > 0 ? frames : 1);
    schedule.rate = SINEW_MOST_RATE;
    while (schedule.rate > 0 &&
           errorShare(movement, aFrame * float((1 << schedule.rate) - 1), sight) > 1.0) {
        --schedule.rate;
    }
    schedule.error = errorShare(movement, seconds, sight);
    bool isDue = ((frame + instance) & ((1 << schedule.rate) - 1)) == 0;
    schedule.posed = isDue || schedule.error > 1.0 ? 1 : 0;
    if (schedule.posed != 0) schedule.error = 0.0;
    return schedule;
}

#endif
