// Interpolates, blends and converts local transforms. skinning/animation has the CPU versions.
#ifndef SINEW_TRANSFORM_GLSL
#define SINEW_TRANSFORM_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/types.h"
#include "shaders/skin/matrices.glsl"

/// A joint's local transform: parentFromJoint = T * R * S.
struct Transform {
    vec3 translation;
    vec4 rotation;  // x y z w, unit length
    vec3 scale;
};

/// Returns A / sin A for v = 1 - cos A, A <= 90 degrees; see skinning/animation/slerp.cpp.
float angleOverSine(float v) {
    float sum = 0.0053819802;
    sum = sum * v - 0.0157470769;
    sum = sum * v + 0.02459185105;
    sum = sum * v - 0.0162989942;
    sum = sum * v + 0.0142751467;
    sum = sum * v + 0.0090147924;
    sum = sum * v + 0.02580037826;
    sum = sum * v + 0.0571105879;
    sum = sum * v + 0.1333343233;
    sum = sum * v + 0.3333333284;
    return sum * v + 1.0;
}

/// Returns sin A / A for v = A * A, A <= 90 degrees.
float sineOverAngle(float v) {
    float sum = 2.634756e-6;
    sum = sum * v - 0.0001982273949;
    sum = sum * v + 0.008333242135;
    sum = sum * v - 0.1666666596;
    return sum * v + 1.0;
}

/// Interpolates spherically along the shortest arc. `t` is in [0, 1).
vec4 slerp(vec4 a, vec4 b, float t) {
    float cosine = dot(a, b);
    float oneMinus = 1.0 - abs(cosine);
    float ratio = angleOverSine(oneMinus);
    float square = ratio * ratio * oneMinus * (1.0 + abs(cosine));
    float rest = 1.0 - t;
    float ofA = rest * ratio * sineOverAngle(rest * rest * square);
    float ofB = t * ratio * sineOverAngle(t * t * square);
    return a * ofA + b * (cosine < 0.0 ? -ofB : ofB);
}

/// Interpolates linearly. Rotations take the shortest arc and are normalized.
Transform blended(Transform a, Transform b, float weight) {
    float keep = 1.0 - weight;
    float side = dot(a.rotation, b.rotation) < 0.0 ? -weight : weight;
    return Transform(a.translation * keep + b.translation * weight,
                     normalize(a.rotation * keep + b.rotation * side),
                     a.scale * keep + b.scale * weight);
}

/// Adds `weight` times the difference between `from` and `to`. The rotation of the difference
/// applies in the parent's space.
Transform added(Transform a, Transform from, Transform to, float weight) {
    vec4 turn = quaternionProduct(to.rotation, vec4(-from.rotation.xyz, from.rotation.w));
    float side = turn.w < 0.0 ? -weight : weight;
    vec4 share = normalize(vec4(0.0, 0.0, 0.0, 1.0 - weight) + turn * side);
    return Transform(a.translation + (to.translation - from.translation) * weight,
                     quaternionProduct(share, a.rotation),
                     a.scale + (to.scale - from.scale) * weight);
}

Affine affineFrom(Transform local) {
    vec4 q = local.rotation;
    vec3 s = local.scale;
    vec3 t = local.translation;
    vec3 x = vec3(1.0 - 2.0 * (q.y * q.y + q.z * q.z), 2.0 * (q.x * q.y - q.w * q.z),
                  2.0 * (q.x * q.z + q.w * q.y));
    vec3 y = vec3(2.0 * (q.x * q.y + q.w * q.z), 1.0 - 2.0 * (q.x * q.x + q.z * q.z),
                  2.0 * (q.y * q.z - q.w * q.x));
    vec3 z = vec3(2.0 * (q.x * q.z - q.w * q.y), 2.0 * (q.y * q.z + q.w * q.x),
                  1.0 - 2.0 * (q.x * q.x + q.y * q.y));
    return Affine(vec4(x * s, t.x), vec4(y * s, t.y), vec4(z * s, t.z));
}

#endif
