// Pure functions of skinning: vertex formats, morph targets, transforms of normals.
#ifndef SINEW_SKINNING_GLSL
#define SINEW_SKINNING_GLSL

#include "shaders/shared/instance.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/vertex.h"
#include "shaders/skin/matrices.glsl"
#include "shaders/variant.glsl"

struct ObjectVertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;  // bitangent = cross(normal, tangent.xyz) * tangent.w
};

// The directions of skinned vertices with SINEW_NORMALS_NONE.
const vec3 kNormalOfNone = vec3(0.0, 0.0, 1.0);
const vec3 kTangentOfNone = vec3(1.0, 0.0, 0.0);

// These macros copy each member separately, so a stage that uses only positions does not load
// directions.
#define PACKED_VERTEX(v) PackedVertex(v.x, v.y, v.z, v.normal, v.tangent)
#define COMPACT_VERTEX(v) CompactVertex(v.a, v.b, v.c)
#define VECTOR(v) vec3(v[0], v[1], v[2])

ObjectVertex unpackFull(PackedVertex v) {
    return ObjectVertex(vec3(v.x, v.y, v.z), unpackUnit(v.normal), unpackTangent(v.tangent));
}

PackedVertex packFull(ObjectVertex v) {
    return PackedVertex(v.position.x, v.position.y, v.position.z, packUnit(v.normal),
                        packTangent(v.tangent.xyz, v.tangent.w));
}

CompactVertex packInBox(BoxEntry box, ObjectVertex v) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 size = vec3(box.high[0], box.high[1], box.high[2]) - low;
    return packCompact((v.position - low) / max(size, vec3(1e-30)), v.normal, v.tangent.xyz,
                       v.tangent.w);
}

vec3 positionInBox(BoxEntry box, CompactVertex v) {
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 high = vec3(box.high[0], box.high[1], box.high[2]);
    precise vec3 position = mix(low, high, unpackCompactPosition(v));
    return position;
}

ObjectVertex unpackInBox(BoxEntry box, CompactVertex v) {
    return ObjectVertex(positionInBox(box, v), unpackCompactNormal(v), unpackCompactTangent(v));
}

void addMorph(inout ObjectVertex v, float weight, ObjectVertex delta) {
    v.position += weight * delta.position;
    v.normal += weight * delta.normal;
    v.tangent.xyz += weight * delta.tangent.xyz;
}

vec3 safeNormalize(vec3 v, vec3 otherwise) {
    float lengthSquared = dot(v, v);
    return lengthSquared > 1e-30 ? v * inversesqrt(lengthSquared) : otherwise;
}

vec3 transformed(mat3 rows, vec3 v) {
    return vec3(dot(rows[0], v), dot(rows[1], v), dot(rows[2], v));
}

/// Transforms a normal. `rows` is the blended 3x3 part, `blendedNormals` the weighted sum of the
/// palette entries' inverse transposes.
vec3 carriedNormal(mat3 rows, mat3 blendedNormals, vec3 normal) {
    vec3 result;
    if (kNormals == SINEW_NORMALS_RAW) {
        result = transformed(rows, normal);
    } else if (kNormals == SINEW_NORMALS_INVERSE_TRANSPOSE) {
        result = transformed(blendedNormals, normal);
    } else {
        result = handednessOf(rows) * transformed(cofactors(rows), normal);
    }
    return result;
}

#endif
