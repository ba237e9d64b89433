// Octahedral unit vectors in 32 bits; the same words compile as C++ and as GLSL.
//
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014. 16 bits a coordinate: largest error 0.004 degrees (tests/unit/packing_test.cpp).
#ifndef SINEW_SHARED_PACKING_H
#define SINEW_SHARED_PACKING_H

#ifdef __cplusplus
#include <cmath>
#include <glm/packing.hpp>

#include "shaders/shared/layout.h"
namespace sinew::gpu {
#define SINEW_FUNCTION inline
using glm::abs;
using glm::max;
using glm::normalize;
using glm::unpackSnorm2x16;

// As GLSL's. glm's rounds through libm, a sixth of the time of the cpu method. (An object and not
// a function, so that argument-dependent lookup does not find glm's as well.)
inline constexpr auto packSnorm2x16 = [](vec2 v) {
    const auto bits = [](float c) {
        const float scaled = (c < 1.0f ? (c > -1.0f ? c : -1.0f) : 1.0f) * 32767.0f;
        return static_cast<uint>(static_cast<int>(scaled + std::copysign(0.5f, scaled)));
    };
    return (bits(v.x) & 0xffffu) | (bits(v.y) << 16);
};
#else
#define SINEW_FUNCTION
#endif

// Moves `p` away from the axes by `t`: unfolds the lower half of the octahedron outwards, and with
// -t folds it back. No branch, for half of all normals point down.
SINEW_FUNCTION vec2 octFold(vec2 p, float t) {
    return vec2(p.x + (p.x >= 0.0f ? t : -t), p.y + (p.y >= 0.0f ? t : -t));
}

/// Any non-zero vector to its direction in 32 bits. The zero vector is +z.
SINEW_FUNCTION uint packUnit(vec3 n) {
    float scale = 1.0f / max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30f);
    return packSnorm2x16(octFold(vec2(n.x, n.y) * scale, max(-n.z * scale, 0.0f)));
}

SINEW_FUNCTION vec3 unpackUnit(uint bits) {
    vec2 p = unpackSnorm2x16(bits);
    float z = 1.0f - abs(p.x) - abs(p.y);
    vec2 q = octFold(p, -max(-z, 0.0f));
    return normalize(vec3(q.x, q.y, z));
}

/// A tangent: the lowest bit is the sign of w (set: negative). It stays part of the direction's
/// code, which it moves by one step of one coordinate at most.
SINEW_FUNCTION uint packTangent(vec3 t, float sign) {
    return (packUnit(t) & 0xfffffffeu) | (sign < 0.0f ? 1u : 0u);
}

SINEW_FUNCTION vec4 unpackTangent(uint bits) {
    return vec4(unpackUnit(bits), (bits & 1u) != 0u ? -1.0f : 1.0f);
}

#undef SINEW_FUNCTION
#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
