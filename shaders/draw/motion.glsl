// Motion vectors, and their colours.
#ifndef SINEW_MOTION_GLSL
#define SINEW_MOTION_GLSL

#include "shaders/draw/view.glsl"

/// Returns the motion in pixels per frame, from clip-space positions (x y w). It is zero if the
/// point was behind the camera in the previous frame.
vec2 motionOf(vec3 clipNow, vec3 clipBefore) {
    if (clipBefore.z <= 0.0) return vec2(0.0);
    return (clipNow.xy / clipNow.z - clipBefore.xy / clipBefore.z) * 0.5 * view.targetSize;
}

/// Returns the colour of a motion vector. The hue is the direction. The brightness grows with the
/// length, up to 32 pixels per frame.
vec3 motionColor(vec2 motion) {
    float turn = atan(motion.y, motion.x) / 6.28318531;
    vec3 hue = clamp(abs(fract(turn + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.02), hue, min(sqrt(length(motion) / 32.0), 1.0));
}

#endif
