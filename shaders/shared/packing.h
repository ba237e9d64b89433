// Octahedral unit vectors in 32 bits; the same words compile as C++ and as GLSL.
//
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014. 16 bits a coordinate: largest error 0.004 degrees (tests/unit/packing_test.cpp).
#ifndef SINEW_SHARED_PACKING_H
#define SINEW_SHARED_PACKING_H

#ifdef __cplusplus
#include <glm/gtc/packing.hpp>
#include <glm/packing.hpp>

#include "shaders/shared/layout.h"
namespace sinew::gpu {
#define SINEW_FUNCTION inline
using glm::abs;
using glm::max;
using glm::normalize;
using glm::packSnorm2x16;
using glm::unpackSnorm2x16;
#else
#define SINEW_FUNCTION
#endif

SINEW_FUNCTION vec2 octWrap(vec2 v) {
    return vec2((1.0f - abs(v.y)) * (v.x >= 0.0f ? 1.0f : -1.0f),
                (1.0f - abs(v.x)) * (v.y >= 0.0f ? 1.0f : -1.0f));
}

/// Any non-zero vector to its direction in 32 bits.
SINEW_FUNCTION uint packUnit(vec3 n) {
    float sum = abs(n.x) + abs(n.y) + abs(n.z);
    vec2 p = vec2(n.x, n.y) * (1.0f / max(sum, 1e-30f));
    return packSnorm2x16(n.z >= 0.0f ? p : octWrap(p));
}

SINEW_FUNCTION vec3 unpackUnit(uint bits) {
    vec2 p = unpackSnorm2x16(bits);
    float z = 1.0f - abs(p.x) - abs(p.y);
    vec2 q = z >= 0.0f ? p : octWrap(p);
    return normalize(vec3(q.x, q.y, z));
}

/// A tangent: the lowest bit is the sign of w (set: negative), the direction keeps the other 31.
SINEW_FUNCTION uint packTangent(vec3 t, float sign) {
    return (packUnit(t) & 0xfffffffeu) | (sign < 0.0f ? 1u : 0u);
}

SINEW_FUNCTION vec4 unpackTangent(uint bits) {
    return vec4(unpackUnit(bits & 0xfffffffeu), (bits & 1u) != 0u ? -1.0f : 1.0f);
}

#undef SINEW_FUNCTION
#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
