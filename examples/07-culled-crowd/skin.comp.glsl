// Skins the visible instances: linear blend skinning, one invocation per vertex. The y of the
// workgroup's id is the slot of the instance. Palettes include the placement: vertices are in world
// space.
#version 460

layout(local_size_x = 64) in;

struct Vertex {
    float x, y, z;  // not vec3: std430 aligns vec3 to 16 bytes
    uint normal;    // octahedral, 2 x 16 bits
    uint tangent;   // octahedral; lowest bit 1: the bitangent's sign is negative
};

layout(push_constant) uniform Constants {
    uint vertexCount;
    uint entryBits;   // number of bits of the palette entry in an influence
    uint entryCount;  // palette entries of an instance
};
layout(binding = 0, std430) restrict readonly buffer Vertices {
    Vertex vertices[];  // bind pose
};
layout(binding = 1, std430) restrict readonly buffer InfluenceOffsets {
    uint influenceOffsets[];  // [v], [v + 1]: begin and end of vertex v's influences
};
layout(binding = 2, std430) restrict readonly buffer Influences {
    uint influences[];  // palette entry | weight << entryBits
};
layout(binding = 3, std430) restrict readonly buffer Palette {
    mat3x4 palettes[];  // rows of placement * joint matrix * inverse bind matrix
};
layout(binding = 4, std430) restrict readonly buffer Instances {
    uint instances[];  // by slot
};
layout(binding = 5, std430) restrict writeonly buffer Skinned {
    Vertex skinned[];  // world space, vertexCount per slot
};

// Octahedral encoding: Cigolle et al., "A Survey of Efficient Representations for Independent Unit
// Vectors", JCGT 3(2), 2014.
vec2 signNotZero(vec2 p) {
    return vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

/// `n` has any length; the zero vector becomes +z.
uint packUnit(vec3 n) {
    n /= max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30);
    return packSnorm2x16(n.xy + signNotZero(n.xy) * max(-n.z, 0.0));
}

vec3 unpackUnit(uint bits) {
    vec2 p = unpackSnorm2x16(bits);
    float z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3(p - signNotZero(p) * max(-z, 0.0), z));
}

/// The weighted sum of the palette entries. The weights of a vertex sum to exactly 1.
mat3x4 blendedMatrix(uint vertex, uint firstEntry) {
    float weightOfOne = 1.0 / float(~0u >> entryBits);
    mat3x4 sum = mat3x4(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint entry = bitfieldExtract(influences[i], 0, int(entryBits));
        sum += palettes[firstEntry + entry] * (float(influences[i] >> entryBits) * weightOfOne);
    }
    return sum;
}

/// Normals transform by the cofactor matrix: the inverse transpose times the determinant. It needs
/// no division. The determinant's sign is removed, or a mirroring matrix would flip the normal.
vec3 transformNormal(mat3 rows, vec3 normal) {
    mat3 c = mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    return (dot(rows[0], c[0]) < 0.0 ? -1.0 : 1.0) * (normal * c);
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertexCount) return;
    uint slot = gl_WorkGroupID.y;
    Vertex v = vertices[vertex];
    mat3x4 m = blendedMatrix(vertex, instances[slot] * entryCount);
    mat3 rows = mat3(m[0].xyz, m[1].xyz, m[2].xyz);
    vec3 position = vec4(v.x, v.y, v.z, 1.0) * m;  // m stores rows, so the vector is on the left
    uint normal = packUnit(transformNormal(rows, unpackUnit(v.normal)));
    // Tangents are transformed by the matrix itself. Their lowest bit is copied.
    uint tangent = bitfieldInsert(v.tangent, packUnit(unpackUnit(v.tangent) * rows) >> 1, 1, 31);
    skinned[slot * vertexCount + vertex] =
        Vertex(position.x, position.y, position.z, normal, tangent);
}
