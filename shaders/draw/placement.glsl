// Transforms from object space to world space by the instance's placement: rotation, translation
// and uniform scale.
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
/// Transforms with the origin of the preceding frame, but the rotation and scale of this frame. If
/// the instance has not moved, the result is bit-identical to worldPoint().
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

/// Returns a factor of the base colour that differs between instances: brightness by 8 %, hue by
/// 5 %. It is 1 for instance 0.
vec3 instanceTint(uint instance) {
    uint index = uint(placements[instance].before.w);
    uint hash = (index ^ (index >> 3)) * 2654435769u;
    hash = (hash ^ (hash >> 15)) * 0x85ebca6bu;
    hash ^= hash >> 13;
    vec2 unit = vec2(float(hash & 0xffffu), float(hash >> 16)) / 32767.5 - 1.0;  // [-1, 1]
    vec3 tint = vec3(1.0 + 0.08 * unit.x) * (1.0 + 0.05 * unit.y * vec3(1.0, 0.0, -1.0));
    return mix(vec3(1.0), tint, float(min(index, 1u)));
}

#endif
