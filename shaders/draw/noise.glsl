// Interleaved gradient noise in screen space.
#ifndef SINEW_NOISE_GLSL
#define SINEW_NOISE_GLSL

/// Returns noise in [0, 1). Source: Jimenez, "Next Generation Post Processing in Call of Duty",
/// 2014.
float gradientNoise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

#endif
