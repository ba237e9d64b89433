// Minimal skinning kernel, to copy into other renderers (docs/copying.md). One thread per vertex,
// one row of workgroups per instance: dispatch (ceil(vertexCount / 64), instances, 1).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/vertex.h"
#include "shaders/shared/packing.h"

layout(local_size_x = 64) in;
layout(push_constant) uniform Constants {
    PlainConstants skin;
};
layout(set = 0, binding = 0, std430) restrict readonly buffer Vertices {
    PackedVertex vertices[];
};
layout(set = 0, binding = 1, std430) restrict readonly buffer InfluenceOffsets {
    uint influenceOffsets[];  // first influence of each vertex, and the end
};
layout(set = 0, binding = 2, std430) restrict readonly buffer Influences {
    uint influences[];  // entry | weight << bindBits; weights sum to ~0u >> bindBits
};
layout(set = 0, binding = 3, std430) restrict readonly buffer Palettes {
    Affine palettes[];  // joint matrix * inverse bind matrix
};
layout(set = 0, binding = 4, std430) restrict writeonly buffer Skinned {
    PackedVertex skinned[];
};

Affine blended(uint vertex, uint firstEntry) {
    float weightOfOne = 1.0 / float(~0u >> skin.bindBits);
    Affine sum = Affine(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint entry = bitfieldExtract(influences[i], 0, int(skin.bindBits));
        sum += palettes[firstEntry + entry] * (float(influences[i] >> skin.bindBits) * weightOfOne);
    }
    return sum;
}

/// The cofactor matrix is the inverse transpose times the determinant, whose sign is removed.
vec3 carriedNormal(mat3 rows, vec3 normal) {
    mat3 c = mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    return (dot(rows[0], c[0]) < 0.0 ? -1.0 : 1.0) * (normal * c);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= skin.vertexCount) return;
    PackedVertex v = vertices[vertex];
    vec4 tangent = unpackTangent(v.tangent);
    Affine m = blended(vertex, skin.firstEntry + gl_WorkGroupID.y * skin.paletteStride);
    mat3 rows = mat3(m[0].xyz, m[1].xyz, m[2].xyz);
    vec3 p = vec4(v.x, v.y, v.z, 1.0) * m;
    skinned[skin.firstOut + gl_WorkGroupID.y * skin.vertexCount + vertex] = PackedVertex(
        p.x, p.y, p.z, packUnit(carriedNormal(rows, unpackUnit(v.normal))),
        packTangent(tangent.xyz * rows, tangent.w));
}
