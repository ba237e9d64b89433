// The colours of the view modes, for C++ and GLSL.
//
// Differences have a colour ramp from near black over violet, red and orange to pale yellow. Its
// luminance always rises, so the ramp is also readable in grey and with red-green colour blindness.
#ifndef SINEW_SHARED_COLORMAP_H
#define SINEW_SHARED_COLORMAP_H

#include "shaders/shared/types.h"

#ifdef __cplusplus
#include <cmath>

namespace sinew::gpu {
using glm::clamp;
using glm::mix;
using std::log2;
#endif

// The ends of the ramp of differences, relative to the character's size. The scale is logarithmic.
#define SINEW_DIFFERENCE_LEAST 1e-8f
#define SINEW_DIFFERENCE_MOST 1e-2f

/// Returns the position of a difference on the ramp, in [0, 1].
SINEW_FUNCTION float differenceScale(float relative) {
    float least = log2(SINEW_DIFFERENCE_LEAST);
    float most = log2(SINEW_DIFFERENCE_MOST);
    float at = log2(relative > SINEW_DIFFERENCE_LEAST ? relative : SINEW_DIFFERENCE_LEAST);
    return clamp((at - least) / (most - least), 0.0f, 1.0f);
}

/// Returns the linear colour of the ramp at `t` in [0, 1].
SINEW_FUNCTION vec3 differenceColor(float t) {
    vec3 c0 = vec3(0.010f, 0.010f, 0.030f);
    vec3 c1 = vec3(0.055f, 0.015f, 0.200f);
    vec3 c2 = vec3(0.270f, 0.020f, 0.260f);
    vec3 c3 = vec3(0.640f, 0.055f, 0.090f);
    vec3 c4 = vec3(0.930f, 0.260f, 0.020f);
    vec3 c5 = vec3(1.000f, 0.860f, 0.440f);
    float at = clamp(t, 0.0f, 1.0f) * 5.0f;
    if (at < 1.0f) return mix(c0, c1, at);
    if (at < 2.0f) return mix(c1, c2, at - 1.0f);
    if (at < 3.0f) return mix(c2, c3, at - 2.0f);
    if (at < 4.0f) return mix(c3, c4, at - 3.0f);
    return mix(c4, c5, at - 4.0f);
}

/// Returns the linear colour of a shadow cascade. Cascade 0 is the nearest. Points outside of all
/// cascades are light grey.
SINEW_FUNCTION vec3 cascadeColor(uint cascade) {
    if (cascade == 0u) return vec3(0.75f, 0.08f, 0.06f);
    if (cascade == 1u) return vec3(0.80f, 0.42f, 0.03f);
    if (cascade == 2u) return vec3(0.16f, 0.50f, 0.09f);
    if (cascade == 3u) return vec3(0.03f, 0.42f, 0.50f);
    if (cascade == 4u) return vec3(0.07f, 0.14f, 0.70f);
    if (cascade == 5u) return vec3(0.42f, 0.07f, 0.55f);
    return vec3(0.70f);
}

/// Returns the linear colour of a level of detail. Full detail is grey, level 7 nearly black.
SINEW_FUNCTION vec3 levelColor(uint level) {
    if (level == 0u) return vec3(0.60f);
    return level < 7u ? cascadeColor(level - 1u) : vec3(0.03f);
}

/// Returns the linear colour of an update rate (the instance is posed every 2^rate-th frame). An
/// instance that is posed in every frame is grey.
SINEW_FUNCTION vec3 rateColor(uint rate) {
    return levelColor(rate);
}

// Results of culling for an instance.
#define SINEW_CULLING_IN_VIEW 0u  // in the camera's list
#define SINEW_CULLING_SHADOW 1u   // only in lists of shadow cascades
#define SINEW_CULLING_CULLED 2u   // in no list

/// Returns the linear colour of an instance's box for a SINEW_CULLING_* result.
SINEW_FUNCTION vec3 cullingColor(uint result) {
    if (result == SINEW_CULLING_IN_VIEW) return vec3(0.02f, 0.42f, 0.30f);
    if (result == SINEW_CULLING_SHADOW) return vec3(0.95f, 0.42f, 0.01f);
    return vec3(0.62f, 0.01f, 0.12f);
}

/// Returns the linear colour of the weight that one joint has on a vertex.
SINEW_FUNCTION vec3 weightColor(float weight) {
    vec3 none = vec3(0.035f, 0.045f, 0.075f);
    vec3 some = vec3(0.450f, 0.060f, 0.300f);
    vec3 all = vec3(1.000f, 0.620f, 0.050f);
    return weight < 0.5f ? mix(none, some, 2.0f * weight) : mix(some, all, 2.0f * weight - 1.0f);
}

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
