// Motion blur, second half: gathers what passed over a pixel while the shutter was open. After
// McGuire et al., "A Reconstruction Filter for Plausible Motion Blur" (2012), without its depths.
#version 460
#include "shaders/motion_blur.glsl"
#include "shaders/noise.glsl"

layout(set = 0, binding = 0) uniform sampler2D colors;
layout(set = 0, binding = 1) uniform sampler2D velocities;
layout(set = 0, binding = 2) uniform sampler2D tiles;
layout(location = 0) out vec4 color;

const int kSamples = 16;
const float kStillPixels = 0.25;  // a smear that stays within a pixel's half shows nothing

/// The longest velocity that may reach this pixel, as a smear.
vec2 longestSmear(ivec2 pixel) {
    ivec2 tile = pixel / kReach;
    ivec2 last = textureSize(tiles, 0) - 1;
    vec2 longest = vec2(0.0);
    for (int i = 0; i < 9; ++i) {
        ivec2 at = clamp(tile + ivec2(i % 3 - 1, i / 3 - 1), ivec2(0), last);
        longest = longer(longest, texelFetch(tiles, at, 0).xy);
    }
    return smearOf(longest);
}

/// How far a smear stretches along an offset that is `distance` long: 1 where it passes the
/// offset's end, 0 where it does not come so far, and a pixel's width between.
float reaches(vec2 smear, vec2 offset, float distance) {
    float along = abs(dot(smear, offset)) / max(distance, 1e-6);
    return clamp(along - distance + 0.5, 0.0, 1.0);
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    color = texelFetch(colors, pixel, 0);
    vec2 longest = longestSmear(pixel);
    if (dot(longest, longest) < kStillPixels * kStillPixels) return;

    // Every moment shows either this pixel's own colour, or that of the place from which, or to
    // which, the picture moves by then: the place's own motion brings it here, or this pixel's
    // motion uncovers it. Moments alternate between the neighbourhood's longest motion and the
    // pixel's own, so that a limb is smeared its own way beside a faster one (Guertin et al., "A
    // Fast and Stable Feature-Aware Motion Blur Filter", 2014).
    vec2 own = smearOf(texelFetch(velocities, pixel, 0).xy);
    vec2 ownWay = dot(own, own) < kStillPixels * kStillPixels ? longest : own;
    ivec2 last = textureSize(colors, 0) - 1;
    float jitter = gradientNoise(gl_FragCoord.xy);
    vec3 change = vec3(0.0);
    for (int i = 0; i < kSamples; ++i) {
        float moment = (float(i) + jitter) / float(kSamples) * 2.0 - 1.0;
        vec2 offset = moment * ((i & 1) == 0 ? longest : ownWay);
        ivec2 there = clamp(ivec2(floor(gl_FragCoord.xy + offset)), ivec2(0), last);
        vec2 smear = smearOf(texelFetch(velocities, there, 0).xy);
        float distance = length(offset);
        float shown = max(reaches(smear, offset, distance), reaches(own, offset, distance));
        if (shown > 0.0) change += shown * (texelFetch(colors, there, 0).rgb - color.rgb);
    }
    color.rgb += change / float(kSamples);
}
