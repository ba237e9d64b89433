// Noise over the picture that looks even at every scale.
#ifndef SINEW_NOISE_GLSL
#define SINEW_NOISE_GLSL

/// Interleaved gradient noise (Jimenez, "Next Generation Post Processing in Call of Duty", 2014), 0
/// to 1: turns a filter's pattern from pixel to pixel, so that few samples look soft and not banded.
float gradientNoise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

#endif
