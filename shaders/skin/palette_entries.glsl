// Converts affine matrices to dual quaternions, for palette.comp.
#ifndef SINEW_PALETTE_ENTRIES_GLSL
#define SINEW_PALETTE_ENTRIES_GLSL

#include "shaders/skin/matrices.glsl"

/// Returns the unit quaternion (x y z w) of a rotation matrix with these columns, by Shepperd's
/// method.
vec4 quaternionFromColumns(vec3 x, vec3 y, vec3 z) {
    float trace = x.x + y.y + z.z;
    vec4 q;
    if (trace > 0.0) {
        q = vec4(y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace);
    } else if (x.x >= y.y && x.x >= z.z) {
        q = vec4(1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y);
    } else if (y.y >= z.z) {
        q = vec4(x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y, z.x - x.z);
    } else {
        q = vec4(z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z, x.y - y.x);
    }
    return normalize(q);
}

/// Returns a unit vector that is perpendicular to the unit vector `v`.
vec3 perpendicular(vec3 v) {
    vec3 a = abs(v);
    vec3 axis = a.x <= a.y && a.x <= a.z ? vec3(1.0, 0.0, 0.0)
                : a.y <= a.z             ? vec3(0.0, 1.0, 0.0)
                                         : vec3(0.0, 0.0, 1.0);
    return normalize(axis - v * dot(v, axis));
}

/// Decomposes `m` into a dual quaternion and a stretch U: a QR decomposition by Gram-Schmidt on the
/// columns. See Blend in skinning/settings.h.
DualQuaternion dualQuaternionOf(Affine m) {
    vec3 a0 = vec3(m[0].x, m[1].x, m[2].x);
    vec3 a1 = vec3(m[0].y, m[1].y, m[2].y);
    vec3 a2 = vec3(m[0].z, m[1].z, m[2].z);
    float least = 1e-6 * sqrt(dot(a0, a0) + dot(a1, a1) + dot(a2, a2));
    float u00 = length(a0);
    vec3 q0 = u00 > least ? a0 / u00 : vec3(1.0, 0.0, 0.0);
    u00 = dot(q0, a0);
    float u01 = dot(q0, a1);
    vec3 b = a1 - u01 * q0;
    float lengthOfB = length(b);
    vec3 q1 = lengthOfB > least ? b / lengthOfB : perpendicular(q0);
    vec3 q2 = cross(q0, q1);
    DualQuaternion q;
    q.real = quaternionFromColumns(q0, q1, q2);
    q.dual = 0.5 * quaternionProduct(vec4(m[0].w, m[1].w, m[2].w, 0.0), q.real);
    q.diagonal = vec4(u00, dot(q1, a1), dot(q2, a2), u01);
    q.shear = vec4(dot(q0, a2), dot(q1, a2), 0.0, 0.0);
    return q;
}

#endif
