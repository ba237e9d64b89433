// Packing for C++ and GLSL: octahedral unit vectors, 12-byte vertices, 8-byte sets of influences.
//
// Source: Cigolle et al., "A Survey of Efficient Representations for Independent Unit Vectors",
// JCGT 3(2), 2014. Largest errors (tests/unit/packing_test.cpp): 0.004 degrees with 16 bits per
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

// Gives the same results as GLSL's function. glm's version calls libm to round, which would take a
// sixth of the cpu method's time. This is a lambda, because argument-dependent lookup of a function
// would also find glm's version.
inline constexpr auto packSnorm2x16 = [](vec2 v) {
    const auto bits = [](float c) {
        const float scaled = (c < 1.0f ? (c > -1.0f ? c : -1.0f) : 1.0f) * 32767.0f;
        return static_cast<uint>(static_cast<int>(scaled + std::copysign(0.5f, scaled)));
    };
    return (bits(v.x) & 0xffffu) | (bits(v.y) << 16);
};
#define SINEW_PRECISE
#else
#define SINEW_PRECISE precise  // no fused multiply-add, as in C++
#endif

// Moves `p` away from both axes by `t`, which unfolds the lower half of the octahedron; -t folds it
// back. There is no branch, because half of all normals point down.
SINEW_FUNCTION vec2 octFold(vec2 p, float t) {
    return vec2(p.x + (p.x >= 0.0f ? t : -t), p.y + (p.y >= 0.0f ? t : -t));
}

/// Returns the octahedral coordinates, in [-1, 1]^2, of a vector of any length. The zero vector
/// becomes +z.
SINEW_FUNCTION vec2 octFromVector(vec3 n) {
    float scale = 1.0f / max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30f);
    return octFold(vec2(n.x, n.y) * scale, max(-n.z * scale, 0.0f));
}

SINEW_FUNCTION vec3 unitFromOct(vec2 p) {
    float z = 1.0f - abs(p.x) - abs(p.y);
    vec2 q = octFold(p, -max(-z, 0.0f));
    return normalize(vec3(q.x, q.y, z));
}

/// Packs the direction of `n`, which may have any length.
SINEW_FUNCTION uint packUnit(vec3 n) {
    return packSnorm2x16(octFromVector(n));
}

SINEW_FUNCTION vec3 unpackUnit(uint bits) {
    return unitFromOct(unpackSnorm2x16(bits));
}

/// Packs a tangent. The lowest bit stores the sign (1: negative), which moves one coordinate by at
/// most one step.
SINEW_FUNCTION uint packTangent(vec3 t, float sign) {
    return (packUnit(t) & 0xfffffffeu) | (sign < 0.0f ? 1u : 0u);
}

SINEW_FUNCTION vec4 unpackTangent(uint bits) {
    return vec4(unpackUnit(bits), (bits & 1u) != 0u ? -1.0f : 1.0f);
}

/// Packs a value in [-1, 1] as a signed integer of `bits` bits. Halves round away from zero. NaN
/// becomes 1.
SINEW_FUNCTION uint packSnorm(float value, int bits) {
    float largest = float((1 << (bits - 1)) - 1);
    SINEW_PRECISE float scaled = (value < 1.0f ? (value > -1.0f ? value : -1.0f) : 1.0f) * largest;
    SINEW_PRECISE float rounded = scaled + (scaled < 0.0f ? -0.5f : 0.5f);
    return uint(int(rounded)) & ((1u << bits) - 1u);
}

/// Unpacks the signed integer in `bits` bits of `word`, from bit `first` on.
SINEW_FUNCTION float unpackSnorm(uint word, int first, int bits) {
    int value = int(word << (32 - bits - first)) >> (32 - bits);
    return max(float(value) / float((1 << (bits - 1)) - 1), -1.0f);
}

/// Packs a value in [0, 1] to 16 bits. Halves round up. NaN becomes 1.
SINEW_FUNCTION uint packUnorm16(float value) {
    SINEW_PRECISE float scaled = (value < 1.0f ? (value > 0.0f ? value : 0.0f) : 1.0f) * 65535.0f;
    SINEW_PRECISE float rounded = scaled + 0.5f;
    return uint(rounded);
}

/// Packs a vertex. `positionInBox` is in [0, 1]; normal and tangent have any length. Their bits,
/// from low to high: normal 12 + 12, tangent 12 + 11, sign of the tangent's w.
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

/// Returns the position in the box, in [0, 1]. The caller scales it: low + result * (high - low).
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

// Format split64: four influences in 64 bits, heaviest first. The low word has the indices of the
// palette entries, 7 or 8 bits each (`bindBits`). Unused indices repeat the first. Weights 1 to 3
// are integers whose maxima mean 1/2, 1/3 and 1/4; weight 0 is 1 minus their sum. The high word has
// weights 1 and 2, split64Bits() bits each, then the low bits of weight 3. The high bits of
// weight 3 are in the low word, above the indices.
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

/// Returns the four weights. `scale` is 1/2 divided by the largest integer of weight 1; `lastScale`
/// is 1/4 divided by the largest integer of weight 3.
SINEW_FUNCTION vec4 split64Weights(uint low, uint high, uint bindBits, float scale,
                                   float lastScale) {
    uint bits = split64Bits(bindBits);
    uint all = (1u << bits) - 1u;
    uint above =
        (low >> (2u * bindBits)) >> (2u * bindBits);  // a single shift by 32 is undefined
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
