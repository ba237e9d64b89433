// Skins a vertex in the vertex stage: linear blend skinning, in the shadow pass and in the forward
// pass. Specialization constants make four pipelines of this file.
#version 460

layout(constant_id = 0) const bool kUniformPalette = false;  // false: the storage buffer
layout(constant_id = 1) const bool kShadowPass = false;      // position only

layout(set = 0, binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(set = 1, binding = 0, std430) restrict readonly buffer InfluenceOffsets {
    uint influenceOffsets[];  // [v], [v + 1]: begin and end of vertex v's influences
};
layout(set = 1, binding = 1, std430) restrict readonly buffer Influences {
    uint influences[];  // palette entry | weight << entryBits
};
// A storage buffer has any length. A uniform block has a constant length: each device supports
// 16384 bytes, which are 341 entries of 48 bytes.
layout(set = 1, binding = 2, std430) restrict readonly buffer StoragePalette {
    mat3x4 storagePalette[];  // rows of joint matrix * inverse bind matrix
};
layout(set = 1, binding = 3, std140) uniform UniformPalette {
    mat3x4 uniformPalette[341];
};
layout(push_constant) uniform Constants {
    float worldX;    // place of the character
    uint entryBits;  // number of bits of the palette entry in an influence
};

layout(location = 0) in vec3 bindPosition;
layout(location = 1) in vec2 bindNormal;  // octahedral, VK_FORMAT_R16G16_SNORM
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 shadowPosition;
layout(location = 2) out vec3 albedo;
layout(location = 3) out vec2 groundPosition;

vec2 signNotZero(vec2 p) {
    return vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

vec3 unitFromOctahedral(vec2 p) {
    float z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3(p - signNotZero(p) * max(-z, 0.0), z));
}

mat3x4 paletteEntry(uint entry) {
    return kUniformPalette ? uniformPalette[entry] : storagePalette[entry];
}

/// The weighted sum of the palette entries. The weights of a vertex sum to exactly 1.
mat3x4 blendedMatrix(uint vertex) {
    float weightOfOne = 1.0 / float(~0u >> entryBits);
    mat3x4 sum = mat3x4(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint entry = bitfieldExtract(influences[i], 0, int(entryBits));
        sum += paletteEntry(entry) * (float(influences[i] >> entryBits) * weightOfOne);
    }
    return sum;
}

/// Normals transform by the cofactor matrix: the inverse transpose times the determinant. The
/// determinant's sign is removed, or a mirroring matrix would flip the normal.
vec3 transformNormal(mat3 rows, vec3 n) {
    mat3 c = mat3(cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    return (dot(rows[0], c[0]) < 0.0 ? -1.0 : 1.0) * (n * c);
}

void main() {
    mat3x4 m = blendedMatrix(gl_VertexIndex);
    vec3 position = vec4(bindPosition, 1.0) * m;  // m stores rows, so the vector is on the left
    vec4 world = vec4(position + vec3(worldX, 0.0, 0.0), 1.0);
    gl_Position = (kShadowPass ? shadowFromWorld : clipFromWorld) * world;
    if (kShadowPass) return;
    mat3 rows = mat3(m[0].xyz, m[1].xyz, m[2].xyz);
    normal = transformNormal(rows, unitFromOctahedral(bindNormal));
    shadowPosition = vec3(shadowFromWorld * world);
    albedo = vec3(0.4, 0.5, 0.6);
    groundPosition = vec2(0.0);
}
