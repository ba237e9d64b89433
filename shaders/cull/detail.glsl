// Compares errors of levels of detail with the limit on the screen (CullViews::pixels). If a point
// at depth z is off by e, its image moves by at most f e sqrt(1 + t^2) / (z - e) pixels. f is the
// focal length in pixels, t the tangent of the point's angle to the camera's axis. cullViewsOf()
// uses the largest t, which is at the corners of the image. z is the smallest depth of the bounding
// sphere and of its shadow on the ground, because the shadow can be nearer.
#ifndef SINEW_DETAIL_GLSL
#define SINEW_DETAIL_GLSL

#include "shaders/shared/types.h"
#include "shaders/variant.glsl"

/// Returns the smallest depth of a bounding sphere (world space) and of its shadow on the ground
/// (y = 0), or 1e30 if both are behind the camera.
float nearestDepth(vec4 depth, vec3 light, vec3 center, float radius) {
    float fall = light.y > 0.0 ? max(center.y + radius, 0.0) / light.y : 0.0;
    float here = dot(depth.xyz, center) + depth.w;
    float there = here - fall * dot(depth.xyz, light);
    return max(here, there) + radius < 0.0 ? 1e30 : min(here, there) - radius;
}

/// True if `error`, in world units, is at most `share` of the allowed error.
bool mayBeOff(float error, float pixels, float depth, float share) {
    return error * pixels <= share * (depth - error);
}

/// Returns the largest scale of an affine matrix without shear.
float scaleOf(Affine m) {
    vec3 x = vec3(m[0].x, m[1].x, m[2].x), y = vec3(m[0].y, m[1].y, m[2].y);
    vec3 z = vec3(m[0].z, m[1].z, m[2].z);
    return max(length(x), max(length(y), length(z)));
}

#endif
