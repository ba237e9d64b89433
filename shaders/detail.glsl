// The level of detail of an instance.
//
// The error of a level may be so many pixels (CullViews::pixels). With a focal length of f pixels, a
// point with an error of e at a depth of z is off by at most f e sqrt(1 + t^2) / (z - e), where t is
// the tangent of the angle between the point and the camera's axis. cullViewsOf takes the largest t,
// that of the corners. The depth of an instance is the smallest of its bounding box. Its shadow may be
// nearer, so the path of the box along the light down to the ground counts too.
#ifndef SINEW_DETAIL_GLSL
#define SINEW_DETAIL_GLSL

#include "shaders/shared/types.h"
#include "shaders/variant.glsl"

/// The least depth of a box and of its shadow; infinite where all of that lies behind the camera.
/// The box is given by a ball around it, world space; the ground is where y is 0.
float nearestDepth(vec4 depth, vec3 light, vec3 center, float radius) {
    float fall = light.y > 0.0 ? max(center.y + radius, 0.0) / light.y : 0.0;
    float here = dot(depth.xyz, center) + depth.w;
    float there = here - fall * dot(depth.xyz, light);
    return max(here, there) + radius < 0.0 ? 1e30 : min(here, there) - radius;
}

/// True if an error of world units is at most `share` of the allowed one.
bool mayBeOff(float error, float pixels, float depth, float share) {
    return error * pixels <= share * (depth - error);
}

/// How much longer an affine matrix makes a vector, at most, whose axes stay perpendicular.
float scaleOf(Affine m) {
    vec3 x = vec3(m[0].x, m[1].x, m[2].x), y = vec3(m[0].y, m[1].y, m[2].y);
    vec3 z = vec3(m[0].z, m[1].z, m[2].z);
    return max(length(x), max(length(y), length(z)));
}

#endif
