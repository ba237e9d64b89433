// Computes the sun's visibility with rays instead of the shadow map.
#ifndef SINEW_TRACED_SUN_GLSL
#define SINEW_TRACED_SUN_GLSL

#extension GL_EXT_ray_query : require
#include "shaders/draw/noise.glsl"
#include "shaders/draw/view.glsl"

layout(set = 0, binding = 2) uniform accelerationStructureEXT structures;

bool isFree(vec3 origin, vec3 direction, float length) {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, structures,
                          gl_RayFlagsTerminateOnFirstHitEXT | gl_RayFlagsOpaqueEXT, 0xffu, origin,
                          0.0, direction, length);
    rayQueryProceedEXT(query);
    return rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT;
}

/// Returns the visibility of the sun: 0 in shadow, 1 in light. `normal` is the triangle's normal on
/// the camera's side. If the sun has a size, it takes eight samples of the sun's disc, or only the
/// first four if these agree.
float sunVisibility(vec3 world, vec3 normal, vec2 pixel) {
    const float kFar = 1e30;
    vec3 light = view.lightDirection;
    float side = dot(normal, light) < 0.0 ? -1.0 : 1.0;
    // With MSAA, the interpolated position may be up to half a pixel outside of the triangle, and
    // so below an adjacent triangle.
    float pixelSize = max(length(dFdx(world)), length(dFdy(world)));
    vec3 origin = world + normal * (side * (view.rayOffset + 0.5 * pixelSize));
    if (view.sunTangent == 0.0) return isFree(origin, light, kFar) ? 1.0 : 0.0;
    vec3 u = normalize(cross(light, abs(light.x) < 0.7 ? vec3(1, 0, 0) : vec3(0, 1, 0)));
    vec3 v = cross(light, u);
    float turn = gradientNoise(pixel) * 6.2831853;
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4 && (sum == 0.0 || sum == 4.0)) return sum / 4.0;
        vec2 offset = discPoint(i, view.sunTangent, turn);
        vec3 direction = normalize(light + offset.x * u + offset.y * v);
        sum += isFree(origin, direction, kFar) ? 1.0 : 0.0;
    }
    return sum / 8.0;
}

/// Replaces contactVisibility() in light.glsl: traces rays towards the sun over the same distances.
float contactVisibility(vec3 world, vec2 pixel) {
    float radius = 0.055 * view.extent;
    float reach = 0.11 * view.extent;
    float turn = gradientNoise(pixel) * 6.2831853;
    float near = 0.0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4 && near == 0.0) return 1.0;
        vec2 offset = discPoint(i, radius, turn);
        vec3 origin = world + vec3(offset.x, view.rayOffset, offset.y);
        float weight = 1.0 - dot(offset, offset) / (radius * radius);
        float distance = reach * (float(i) + 0.5) / 8.0;
        near += isFree(origin, view.lightDirection, distance) ? 0.0 : weight;
    }
    return 1.0 - min(kContact * near, 0.9);
}

#endif
