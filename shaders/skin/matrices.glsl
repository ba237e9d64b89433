// Affine matrices, cofactors and quaternions. In this file m[r] of a mat3 is row r of the matrix.
#ifndef SINEW_MATRICES_GLSL
#define SINEW_MATRICES_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/palette.h"

mat3 linearPart(Affine m) { return mat3(m[0].xyz, m[1].xyz, m[2].xyz); }

Affine product(Affine a, Affine b) {
    Affine rows;
    for (int r = 0; r < 3; ++r) {
        rows[r] = a[r].x * b[0] + a[r].y * b[1] + a[r].z * b[2] + vec4(0.0, 0.0, 0.0, a[r].w);
    }
    return rows;
}

/// Returns the cofactor matrix: the inverse transpose times the determinant. It also exists for
/// singular matrices.
mat3 cofactors(mat3 rows) {
    return mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
}

/// Returns -1 if `rows` mirrors (negative determinant), otherwise 1.
float handednessOf(mat3 rows) {
    return dot(rows[0], cross(rows[1], rows[2])) < 0.0 ? -1.0 : 1.0;
}

/// Returns the inverse transpose, or the cofactor matrix if `rows` is singular within rounding.
mat3 inverseTranspose(mat3 rows) {
    mat3 c = cofactors(rows);
    float determinant = dot(rows[0], c[0]);
    mat3 columns = transpose(rows);
    float most = length(columns[0]) * length(columns[1]) * length(columns[2]);
    return abs(determinant) <= 1e-6 * most ? c : c * (1.0 / determinant);
}

/// Returns the rows of the matrix U of a DualQuaternion.
mat3 stretchOf(vec4 diagonal, vec4 shear) {
    return mat3(diagonal.x, diagonal.w, shear.x, 0.0, diagonal.y, shear.y, 0.0, 0.0, diagonal.z);
}

/// Returns a * b. The product rotates by `b` first.
vec4 quaternionProduct(vec4 a, vec4 b) {
    return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

/// Rotates `v` by `q`, which has unit length.
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }

#endif
