// Object space to world space by the instance's placement: rotation, translation, uniform scale.
#ifndef SINEW_PLACEMENT_GLSL
#define SINEW_PLACEMENT_GLSL

#include "shaders/shared/instance.h"
#include "shaders/shared/passes.h"
#include "shaders/variant.glsl"

layout(set = 1, binding = SINEW_PASS_PLACEMENTS) readonly buffer Placements { Placement placements[]; };

vec3 worldPoint(uint instance, vec3 p) {
    precise vec3 world = vec4(p, 1.0) * placements[instance].worldFromObject;
    return world;
}
/// Applies the preceding frame's origin and the current rotation and scale. If the instance has not
/// moved, the result is bit-identical to worldPoint().
vec3 previousWorldPoint(uint instance, vec3 p) {
    Affine before = placements[instance].worldFromObject;
    vec4 past = placements[instance].before;
    before[0].w = past.x;
    before[1].w = past.y;
    before[2].w = past.z;
    precise vec3 world = vec4(p, 1.0) * before;
    return world;
}
vec3 worldDirection(uint instance, vec3 d) {
    return normalize(vec4(d, 0.0) * placements[instance].worldFromObject);
}

#endif
