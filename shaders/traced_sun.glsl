// Sun visibility by rays through the top-level acceleration structure, in place of the shadow map.
#ifndef SINEW_TRACED_SUN_GLSL
#define SINEW_TRACED_SUN_GLSL

#extension GL_EXT_ray_query : require
#include "shaders/noise.glsl"
#include "shaders/view.glsl"

layout(set = 0, binding = 2) uniform accelerationStructureEXT structures;

bool reachesSky(vec3 origin, vec3 direction) {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, structures,
                          gl_RayFlagsTerminateOnFirstHitEXT | gl_RayFlagsOpaqueEXT, 0xffu, origin,
                          0.0, direction, 1e30);
    rayQueryProceedEXT(query);
    return rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT;
}

/// 0 in shadow, 1 in light. `normal`: of the triangle, towards the camera. A sun with a size takes
/// eight samples of its disc (Vogel's spiral, turned by screen-space noise); four that agree are
/// enough.
float sunVisibility(vec3 world, vec3 normal, vec2 pixel) {
    vec3 light = view.lightDirection;
    float side = dot(normal, light) < 0.0 ? -1.0 : 1.0;
    // With MSAA, a pixel's center may be outside of the triangle, and behind its neighbour by up to
    // half a pixel.
    float pixelSize = max(length(dFdx(world)), length(dFdy(world)));
    vec3 origin = world + normal * (side * (view.rayOffset + 0.5 * pixelSize));
    if (view.sunTangent == 0.0) return reachesSky(origin, light) ? 1.0 : 0.0;
    vec3 u = normalize(cross(light, abs(light.x) < 0.7 ? vec3(1, 0, 0) : vec3(0, 1, 0)));
    vec3 v = cross(light, u);
    float turn = gradientNoise(pixel) * 6.2831853;
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        if (i == 4 && (sum == 0.0 || sum == 4.0)) return sum / 4.0;
        // Bit-reversed order: the first four samples cover the disc.
        float spread = float((i & 1) * 4 + (i & 2) + (i >> 2));
        float r = sqrt((spread + 0.5) / 8.0) * view.sunTangent;
        float a = spread * 2.3999632 + turn;
        vec3 direction = normalize(light + r * (cos(a) * u + sin(a) * v));
        sum += reachesSky(origin, direction) ? 1.0 : 0.0;
    }
    return sum / 8.0;
}

#endif
