// Object space to world space: each instance's placement, rigid with uniform scale.
#ifndef SINEW_PLACEMENT_GLSL
#define SINEW_PLACEMENT_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_INSTANCES, readonly, Affine, Instances, worldFromObject);

vec3 worldPoint(uint instance, vec3 p) {
    precise vec3 world = vec4(p, 1.0) * worldFromObject[instance];
    return world;
}
vec3 worldDirection(uint instance, vec3 d) {
    return normalize(vec4(d, 0.0) * worldFromObject[instance]);
}

#endif
