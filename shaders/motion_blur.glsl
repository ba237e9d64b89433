// What both halves of the motion blur agree on.
#ifndef SINEW_MOTION_BLUR_GLSL
#define SINEW_MOTION_BLUR_GLSL

/// Pixels: the side of a tile, and the furthest that a colour is smeared to either side. One number,
/// so that what reaches a pixel comes from its tile or from one of the eight around.
const int kReach = 32;
/// A shutter of 180 degrees is open for half a frame, a quarter to either side of the moment shown.
const float kHalfExposure = 0.25;

/// Velocity, pixels a frame, to the smear on one side, pixels.
vec2 smearOf(vec2 velocity) {
    vec2 smear = velocity * kHalfExposure;
    return smear * min(1.0, float(kReach) / max(length(smear), 1e-6));
}

/// The longer one.
vec2 longer(vec2 a, vec2 b) {
    return dot(b, b) > dot(a, a) ? b : a;
}

#endif
