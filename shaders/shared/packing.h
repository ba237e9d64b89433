// Octahedral unit vectors in 32 bits, whole vertices in 12 bytes, four influences in 8; the same
// words compile as C++ and as GLSL.
//
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014. Largest errors (tests/unit/packing_test.cpp): 0.004 degrees with 16 bits a
// coordinate, 0.06 with 12, 0.1 with 12 and 11.
#ifndef SINEW_SHARED_PACKING_H
#define SINEW_SHARED_PACKING_H

#include "shaders/shared/vertex.h"

#ifdef __cplusplus
#include <cmath>
#include <glm/packing.hpp>

namespace sinew::gpu {
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
#define SINEW_PRECISE
#else
#define SINEW_PRECISE precise  // no fused multiply-add, which would round another way than C++
#endif

// Moves `p` away from the axes by `t`: unfolds the lower half of the octahedron outwards, and with
// -t folds it back. No branch, for half of all normals point down.
SINEW_FUNCTION vec2 octFold(vec2 p, float t) {
    return vec2(p.x + (p.x >= 0.0f ? t : -t), p.y + (p.y >= 0.0f ? t : -t));
}

/// Any non-zero vector to its place in the square [-1, 1]^2. The zero vector is +z.
SINEW_FUNCTION vec2 octFromVector(vec3 n) {
    float scale = 1.0f / max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30f);
    return octFold(vec2(n.x, n.y) * scale, max(-n.z * scale, 0.0f));
}

SINEW_FUNCTION vec3 unitFromOct(vec2 p) {
    float z = 1.0f - abs(p.x) - abs(p.y);
    vec2 q = octFold(p, -max(-z, 0.0f));
    return normalize(vec3(q.x, q.y, z));
}

/// Any non-zero vector to its direction in 32 bits.
SINEW_FUNCTION uint packUnit(vec3 n) {
    return packSnorm2x16(octFromVector(n));
}

SINEW_FUNCTION vec3 unpackUnit(uint bits) {
    return unitFromOct(unpackSnorm2x16(bits));
}

/// A tangent: the lowest bit is the sign of w (set: negative). It stays part of the direction's
/// code, which it moves by one step of one coordinate at most.
SINEW_FUNCTION uint packTangent(vec3 t, float sign) {
    return (packUnit(t) & 0xfffffffeu) | (sign < 0.0f ? 1u : 0u);
}

SINEW_FUNCTION vec4 unpackTangent(uint bits) {
    return vec4(unpackUnit(bits), (bits & 1u) != 0u ? -1.0f : 1.0f);
}

/// [-1, 1] to two's complement of `bits` bits, halves away from zero; what is not a number is 1.
SINEW_FUNCTION uint packSnorm(float value, int bits) {
    float largest = float((1 << (bits - 1)) - 1);
    SINEW_PRECISE float scaled = (value < 1.0f ? (value > -1.0f ? value : -1.0f) : 1.0f) * largest;
    SINEW_PRECISE float rounded = scaled + (scaled < 0.0f ? -0.5f : 0.5f);
    return uint(int(rounded)) & ((1u << bits) - 1u);
}

/// The `bits` bits of `word` from bit `first` on.
SINEW_FUNCTION float unpackSnorm(uint word, int first, int bits) {
    int value = int(word << (32 - bits - first)) >> (32 - bits);
    return max(float(value) / float((1 << (bits - 1)) - 1), -1.0f);
}

/// [0, 1] to 16 bits, halves up; what is not a number is 1.
SINEW_FUNCTION uint packUnorm16(float value) {
    SINEW_PRECISE float scaled = (value < 1.0f ? (value > 0.0f ? value : 0.0f) : 1.0f) * 65535.0f;
    SINEW_PRECISE float rounded = scaled + 0.5f;
    return uint(rounded);
}

/// A vertex in 12 bytes. `positionInBox` is 0 at the low and 1 at the high corner of its box;
/// normal and tangent are any non-zero vectors. The directions are, low to high: normal 12 + 12
/// bits, tangent 12 + 11 bits, and the sign of the tangent's w (set: negative).
SINEW_FUNCTION CompactVertex packCompact(vec3 positionInBox, vec3 normal, vec3 tangent,
                                         float sign) {
    vec2 n = octFromVector(normal);
    vec2 t = octFromVector(tangent);
    uint ofNormal = packSnorm(n.x, 12) | (packSnorm(n.y, 12) << 12);
    uint ofTangent =
        packSnorm(t.x, 12) | (packSnorm(t.y, 11) << 12) | (sign < 0.0f ? 1u << 23 : 0u);
    CompactVertex v;
    v.a = packUnorm16(positionInBox.x) | (packUnorm16(positionInBox.y) << 16);
    v.b = packUnorm16(positionInBox.z) | (ofNormal << 16);
    v.c = (ofNormal >> 16) | (ofTangent << 8);
    return v;
}

/// In its box: low + unpackCompactPosition(v) * (high - low) is the position.
SINEW_FUNCTION vec3 unpackCompactPosition(CompactVertex v) {
    return vec3(float(v.a & 0xffffu), float(v.a >> 16), float(v.b & 0xffffu)) / 65535.0f;
}

SINEW_FUNCTION vec3 unpackCompactNormal(CompactVertex v) {
    uint bits = (v.b >> 16) | (v.c << 16);
    return unitFromOct(vec2(unpackSnorm(bits, 0, 12), unpackSnorm(bits, 12, 12)));
}

SINEW_FUNCTION vec4 unpackCompactTangent(CompactVertex v) {
    vec2 p = vec2(unpackSnorm(v.c, 8, 12), unpackSnorm(v.c, 20, 11));
    return vec4(unitFromOct(p), (v.c >> 31) != 0u ? -1.0f : 1.0f);
}

// Four influences in 64 bits. The first word has their entries, `bindBits` bits each, 7 or 8, the
// heaviest one's lowest; places that are left over repeat the heaviest. Its weight is what the
// others leave of 1. Theirs are at most a half, a third and a fourth: integers, all ones for that
// much. The second word has, low to high, split64Bits of each of the first two and what fits of the
// last, whose highest bits lie above the entries.
SINEW_FUNCTION uint split64Bits(uint bindBits) {
    return 19u - bindBits;
}

SINEW_FUNCTION uint split64Entry(uint low, uint bindBits, uint i) {
    return (low >> (i * bindBits)) & ((1u << bindBits) - 1u);
}

SINEW_FUNCTION uint split64Count(uint low, uint bindBits) {
    uint heaviest = split64Entry(low, bindBits, 0u);
    uint count = 1u;
    for (uint i = 1u; i < 4u; ++i) {
        if (split64Entry(low, bindBits, i) != heaviest) ++count;
    }
    return count;
}

/// `scale` of a weight that is at most a half, `lastScale` of one that is at most a fourth.
SINEW_FUNCTION vec4 split64Weights(uint low, uint high, uint bindBits, float scale,
                                   float lastScale) {
    uint bits = split64Bits(bindBits);
    uint all = (1u << bits) - 1u;
    uint above =
        (low >> (2u * bindBits)) >> (2u * bindBits);  // in two: 32 bits at once are too many
    uint last = (high >> (2u * bits)) | (above << (32u - 2u * bits));
    SINEW_PRECISE float b = float(high & all) * scale;
    SINEW_PRECISE float c = float((high >> bits) & all) * (scale * (2.0f / 3.0f));
    SINEW_PRECISE float d = float(last) * lastScale;
    SINEW_PRECISE float a = 1.0f - b - c - d;
    return vec4(a, b, c, d);
}

#undef SINEW_PRECISE
#ifdef __cplusplus
}  // namespace sinew::gpu
#endif
#endif
