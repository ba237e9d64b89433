// A minimal skinning kernel to copy into other renderers (docs/copying.md). One thread skins one
// vertex, one row of workgroups one instance: dispatch (ceil(vertexCount / 64), instances, 1).
#version 460

layout(local_size_x = 64) in;

struct Vertex {
    float x, y, z;  // not vec3: std430 aligns vec3 to 16 bytes
    uint normal;    // octahedral, 2 x 16 bits
    uint tangent;   // octahedral; the lowest bit is set if the bitangent's sign is negative
};

layout(push_constant) uniform Constants {
    uint vertexCount;    // per instance
    uint bindBits;       // bits of a palette entry in an influence
    uint paletteStride;  // entries from one instance's palette to the next
    uint firstEntry;     // palette entry 0 of instance 0
    uint firstOut;       // output index of vertex 0 of instance 0
};
layout(set = 0, binding = 0, std430) restrict readonly buffer Vertices {
    Vertex vertices[];  // bind pose
};
layout(set = 0, binding = 1, std430) restrict readonly buffer InfluenceOffsets {
    uint influenceOffsets[];  // first influence of each vertex, and the end
};
layout(set = 0, binding = 2, std430) restrict readonly buffer Influences {
    uint influences[];  // entry | weight << bindBits; weights sum to ~0u >> bindBits
};
layout(set = 0, binding = 3, std430) restrict readonly buffer Palettes {
    mat3x4 palettes[];  // rows of joint matrix * inverse bind matrix
};
layout(set = 0, binding = 4, std430) restrict writeonly buffer Skinned {
    Vertex skinned[];  // object space
};

// Octahedral encoding: Cigolle et al., "A Survey of Efficient Representations for Independent Unit
// Vectors", JCGT 3(2), 2014.
vec2 signNotZero(vec2 p) {
    return vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

/// Packs the direction of `n`, which may have any length. The zero vector becomes +z.
uint packUnit(vec3 n) {
    n /= max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30);
    return packSnorm2x16(n.xy + signNotZero(n.xy) * max(-n.z, 0.0));
}

vec3 unpackUnit(uint bits) {
    vec2 p = unpackSnorm2x16(bits);
    float z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3(p - signNotZero(p) * max(-z, 0.0), z));
}

mat3x4 blendedMatrix(uint vertex, uint firstOfInstance) {
    float weightOfOne = 1.0 / float(~0u >> bindBits);
    mat3x4 sum = mat3x4(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint entry = bitfieldExtract(influences[i], 0, int(bindBits));
        sum += palettes[firstOfInstance + entry] * (float(influences[i] >> bindBits) * weightOfOne);
    }
    return sum;
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount) return;
    Vertex v = vertices[vertex];
    mat3x4 m = blendedMatrix(vertex, firstEntry + gl_WorkGroupID.y * paletteStride);
    mat3 rows = mat3(m[0].xyz, m[1].xyz, m[2].xyz);
    vec3 p = vec4(v.x, v.y, v.z, 1.0) * m;
    // The cofactor matrix is the inverse transpose times the determinant. If the determinant is
    // negative, the matrix mirrors: the code negates the normal and the tangent's sign bit.
    mat3 c = mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    bool mirrors = dot(rows[0], c[0]) < 0.0;
    uint normal = packUnit((mirrors ? -1.0 : 1.0) * (unpackUnit(v.normal) * c));
    // Tangents transform by the matrix itself.
    uint sign = (v.tangent & 1u) ^ uint(mirrors);
    uint tangent = (packUnit(unpackUnit(v.tangent) * rows) & ~1u) | sign;
    skinned[firstOut + gl_WorkGroupID.y * vertexCount + vertex] =
        Vertex(p.x, p.y, p.z, normal, tangent);
}
