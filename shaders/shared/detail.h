// Which level of detail an instance is worth; the same words compile as C++ and as GLSL.
//
// A level may be off by so many pixels (CullViews::pixels). Seen by a camera of focal length f, in
// pixels, a point that is off by e at a depth of z is off by at most f e sqrt(1 + t^2) / (z - e), where
// t is the tangent of the angle between the point and the camera's axis: cullViewsOf takes the
// corners' for all. An instance is as near as its box; and its shadow may be nearer, so that the way
// of the box along the light down to the ground counts as well.
#ifndef SINEW_SHARED_DETAIL_H
#define SINEW_SHARED_DETAIL_H

#ifdef __cplusplus
#include "shaders/shared/layout.h"
namespace sinew::gpu {
#define SINEW_FUNCTION inline
using glm::dot;
using glm::length;
using glm::max;
using glm::min;
#else
#define SINEW_FUNCTION
#endif

// A coarser level is taken when it is off by no more than this share of what it may be: so an
// instance that hardly moves does not change to and fro.
#define SINEW_STICKY 0.8f

/// The least depth of a box and of its shadow; infinite where all of that lies behind the camera.
/// The box is given by a ball around it, world space; the ground is where y is 0.
SINEW_FUNCTION float nearestDepth(vec4 depth, vec3 light, vec3 center, float radius) {
    float fall = light.y > 0.0f ? max(center.y + radius, 0.0f) / light.y : 0.0f;
    float here = dot(vec3(depth.x, depth.y, depth.z), center) + depth.w;
    float there = here - fall * dot(vec3(depth.x, depth.y, depth.z), light);
    return max(here, there) + radius < 0.0f ? 1e30f : min(here, there) - radius;
}

/// Whether an error may be seen, or, `share` of it. World units.
SINEW_FUNCTION bool mayBeOff(float error, float pixels, float depth, float share) {
    return error * pixels <= share * (depth - error);
}

/// How much longer an affine matrix makes a vector, at most, whose axes stay perpendicular.
SINEW_FUNCTION float scaleOf(Affine m) {
    vec3 x = vec3(m[0].x, m[1].x, m[2].x), y = vec3(m[0].y, m[1].y, m[2].y);
    vec3 z = vec3(m[0].z, m[1].z, m[2].z);
    return max(length(x), max(length(y), length(z)));
}

#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#undef SINEW_FUNCTION
#endif
