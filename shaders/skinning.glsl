// What skinning computes, as pure functions: packed vertices to vertices, morph targets, and how a
// blended matrix carries normals.
#ifndef SINEW_SKINNING_GLSL
#define SINEW_SKINNING_GLSL

#include "shaders/matrices.glsl"
#include "shaders/shared/packing.h"
#include "shaders/variant.glsl"

struct ObjectVertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;
};

ObjectVertex unpackFull(PackedVertex v) {
    return ObjectVertex(vec3(v.x, v.y, v.z), unpackUnit(v.normal), unpackTangent(v.tangent));
}

PackedVertex packFull(ObjectVertex v) {
    return PackedVertex(v.position.x, v.position.y, v.position.z, packUnit(v.normal),
                        packTangent(v.tangent.xyz, v.tangent.w));
}

/// Adds one morph target in bind space.
void addMorph(inout ObjectVertex v, float weight, MorphEntry d) {
    v.position += weight * vec3(d.position[0], d.position[1], d.position[2]);
    v.normal += weight * vec3(d.normal[0], d.normal[1], d.normal[2]);
    v.tangent.xyz += weight * vec3(d.tangent[0], d.tangent[1], d.tangent[2]);
}

vec3 safeNormalize(vec3 v, vec3 otherwise) {
    float lengthSquared = dot(v, v);
    return lengthSquared > 1e-30 ? v * inversesqrt(lengthSquared) : otherwise;
}

/// `v` times a matrix given by rows.
vec3 transformed(mat3 rows, vec3 v) {
    return vec3(dot(rows[0], v), dot(rows[1], v), dot(rows[2], v));
}

/// A normal under the blended 3x3 `rows`. `blendedNormals` is the weighted sum of the joints' own
/// inverse transposes.
vec3 carriedNormal(mat3 rows, mat3 blendedNormals, vec3 normal) {
    vec3 result;
    if (kNormals == SINEW_NORMALS_RAW) {
        result = transformed(rows, normal);
    } else if (kNormals == SINEW_NORMALS_INVERSE_TRANSPOSE) {
        result = transformed(blendedNormals, normal);
    } else {
        mat3 c = cofactors(rows);
        result = (dot(rows[0], c[0]) < 0.0 ? -1.0 : 1.0) * transformed(c, normal);
    }
    return result;
}

#endif
