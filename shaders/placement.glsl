// Object space to world space: each instance's placement, rigid with uniform scale.
#ifndef SINEW_PLACEMENT_GLSL
#define SINEW_PLACEMENT_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_INSTANCES, readonly, Placement, Instances, placements);

vec3 worldPoint(uint instance, vec3 p) {
    precise vec3 world = vec4(p, 1.0) * placements[instance].worldFromObject;
    return world;
}
/// Where the frame before had a point that was at `p` then; the same bits as worldPoint where the
/// instance stands still.
vec3 previousWorldPoint(uint instance, vec3 p) {
    Affine before = placements[instance].worldFromObject;
    vec4 origin = placements[instance].originBefore;
    before[0].w = origin.x;
    before[1].w = origin.y;
    before[2].w = origin.z;
    precise vec3 world = vec4(p, 1.0) * before;
    return world;
}
vec3 worldDirection(uint instance, vec3 d) {
    return normalize(vec4(d, 0.0) * placements[instance].worldFromObject);
}

#endif
