// Sun with soft shadows, ambient sky light, and tone mapping. Without SINEW_DRAW_SHADOWED, the sun
// has no shadows.
#ifndef SINEW_LIGHT_GLSL
#define SINEW_LIGHT_GLSL

#include "shaders/draw/draw_variant.glsl"
#include "shaders/shared/view.h"
#include "shaders/draw/noise.glsl"
#include "shaders/shared/colormap.h"
#include "shaders/draw/view.glsl"

layout(set = 0, binding = 1) uniform sampler2DArrayShadow shadowMap;

const vec3 kSunColor = vec3(4.6, 4.0, 3.2);
const vec3 kSkyZenith = vec3(0.17, 0.28, 0.47);
const vec3 kSkyHorizon = vec3(0.54, 0.61, 0.69);
const vec3 kGroundBounce = vec3(0.22, 0.20, 0.18);

/// Returns the radiance of the sky: a vertical gradient without a sun disc. y is up.
vec3 skyRadiance(vec3 direction) {
    float up = clamp(direction.y, -1.0, 1.0);
    return mix(kSkyHorizon, kSkyZenith, smoothstep(0.0, 0.55, up));
}

/// Returns the cosine-weighted light of a uniform sky above and a uniform ground below.
vec3 ambientIrradiance(vec3 normal) {
    return mix(kGroundBounce, mix(kSkyHorizon, kSkyZenith, 0.55), normal.y * 0.5 + 0.5);
}

const vec3 kGroundAlbedo = vec3(0.235, 0.24, 0.25);

/// Returns the light on the ground. `visibility` of the sun and `ambient`, the unoccluded share of
/// the sky, are in [0, 1].
vec3 groundIrradiance(float visibility, float ambient) {
    return kSunColor / 3.14159265 * view.lightDirection.y * visibility +
           ambientIrradiance(vec3(0.0, 1.0, 0.0)) * 0.75 * ambient;
}

/// Returns the radiance of the background. Below the horizon it fades from the sky's colour to that
/// of the ground, without an edge.
vec3 backdropRadiance(vec3 direction) {
    return mix(kGroundAlbedo * groundIrradiance(1.0, 1.0), skyRadiance(direction),
               smoothstep(-0.3, 0.0, direction.y));
}

float cascadeTexel(uint cascade) {
    return view.cascadeTexel[cascade / 4][cascade % 4];
}

/// Returns the first cascade that contains the point, or view.cascadeCount. Sets `p` to the uv and
/// depth in that cascade; an offset along the normal avoids self-shadowing.
uint cascadeOf(vec3 world, vec3 normal, out vec3 p) {
    float facing = clamp(dot(normal, view.lightDirection), 0.0, 1.0);
    p = vec3(0.0);
    uint cascade = 0;
    for (; cascade < view.cascadeCount; ++cascade) {
        vec3 offset = normal * (cascadeTexel(cascade) * (1.0 + 2.0 * (1.0 - facing)));
        p = (view.cascadeFromWorld[cascade] * vec4(world + offset, 1.0)).xyz;
        if (all(greaterThan(p, vec3(0.004))) && all(lessThan(p, vec3(0.996)))) break;
    }
    return cascade;
}

vec3 cascadeTint(vec3 world, vec3 normal) {
    vec3 p;
    uint cascade = cascadeOf(world, normal, p);
    return cascadeColor(cascade < view.cascadeCount ? cascade : SINEW_MAX_CASCADES);
}

/// Returns point `i` of 8 on a Vogel disc, rotated by `turn`. The order is bit-reversed, so the
/// first four points already cover the disc.
vec2 discPoint(int i, float radius, float turn) {
    float spread = float((i & 1) * 4 + (i & 2) + (i >> 2));
    float r = sqrt((spread + 0.5) / 8.0) * radius;
    float a = spread * 2.3999632 + turn;
    return r * vec2(cos(a), sin(a));
}

// The share of sky light that one near blocker removes (contactVisibility()).
const float kContact = 0.6;

#ifdef TRACED
#include "shaders/draw/traced_sun.glsl"
#else
/// Returns the visibility of the sun: 0 in shadow, 1 in light. It takes eight PCF samples on a
/// rotated disc, or only the first four if these agree.
float sunVisibility(vec3 world, vec3 normal, vec2 pixel) {
    if (!drawHas(SINEW_DRAW_SHADOWED)) return 1.0;
    vec3 p;
    uint cascade = cascadeOf(world, normal, p);
    if (cascade == view.cascadeCount) return 1.0;

    // The penumbra has the same world size in all cascades, except where clamp() limits the radius.
    float radius = clamp(0.012 / cascadeTexel(cascade), 1.25, 4.0) /
                   float(textureSize(shadowMap, 0).x);
    float turn = gradientNoise(pixel) * 6.2831853;
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4 && (sum == 0.0 || sum == 4.0)) return sum / 4.0;
        vec2 at = p.xy + discPoint(i, radius, turn);
        sum += texture(shadowMap, vec4(at, float(cascade), p.z));
    }
    return sum / 8.0;
}

/// Returns the share of sky light at a ground point below near blockers, such as feet. Reads the
/// shadow map at eight points around it. If a point is in shadow, but the position `distance`
/// closer to the sun is lit, then the blocker is between both. Each point has another `distance`,
/// so the occlusion falls off linearly.
float contactVisibility(vec3 world, vec2 pixel) {
    if (!drawHas(SINEW_DRAW_SHADOWED)) return 1.0;
    vec3 p;
    uint cascade = cascadeOf(world, vec3(0.0, 1.0, 0.0), p);
    if (cascade == view.cascadeCount) return 1.0;
    float radius = 0.055 * view.extent;
    float reach = 0.11 * view.extent;
    // In a coarse cascade a texel is wider than a foot: the contact shadow fades out.
    float resolved = smoothstep(2.0, 4.0, radius / cascadeTexel(cascade));
    if (resolved == 0.0) return 1.0;

    mat4 cascadeFromWorld = view.cascadeFromWorld[cascade];
    float depth = (cascadeFromWorld * vec4(view.lightDirection * reach, 0.0)).z;
    float turn = gradientNoise(pixel) * 6.2831853;
    float blocked = 0.0, near = 0.0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4 && blocked == 0.0) return 1.0;
        vec2 offset = discPoint(i, radius, turn);
        vec3 at = p + (cascadeFromWorld * vec4(offset.x, 0.0, offset.y, 0.0)).xyz;
        at.z = min(at.z, 1.0);  // 1: the cleared depth
        float lit = texture(shadowMap, vec4(at.xy, float(cascade), at.z));
        if (lit == 1.0) continue;
        blocked += 1.0 - lit;
        float weight = 1.0 - dot(offset, offset) / (radius * radius);  // sums to 4 over 8 points
        float distance = depth * (float(i) + 0.5) / 8.0;
        near += weight * (texture(shadowMap, vec4(at.xy, float(cascade), at.z + distance)) - lit);
    }
    return 1.0 - resolved * min(kContact * near, 0.9);
}
#endif

/// Maps radiance to [0, 1] by Narkowicz's fit of the ACES filmic curve (2015).
vec3 toneMap(vec3 radiance) {
    vec3 x = radiance * view.exposure;
    return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

#endif
