// Skins with dual quaternions: one invocation per vertex and pose.
#version 460

layout(local_size_x = 64) in;

struct Vertex {
    float x, y, z;  // not vec3: std430 aligns vec3 to 16 bytes
    uint normal;    // octahedral, 2 x 16 bits
    uint tangent;   // octahedral; lowest bit 1: the bitangent's sign is negative
};

/// A uniform scale, then a rigid transform. Only the rigid transform is in the dual quaternion.
struct Entry {
    vec4 real;   // rotation: x y z w
    vec4 dual;   // 0.5 * translation * rotation, a product of quaternions
    vec4 scale;  // w: factor, xyz: offset in bind space
};

layout(push_constant) uniform Constants {
    uint vertexCount;  // per pose
    uint entryCount;   // per pose
    uint entryBits;    // number of bits of the palette entry in an influence
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
    Entry palette[];  // by pose
};
layout(binding = 4, std430) restrict writeonly buffer Skinned {
    Vertex skinned[];  // by pose
};

// Octahedral encoding: Cigolle et al., "A Survey of Efficient Representations for Independent Unit
// Vectors", JCGT 3(2), 2014.
vec2 signNotZero(vec2 p) {
    return vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

uint packUnit(vec3 n) {
    n /= max(abs(n.x) + abs(n.y) + abs(n.z), 1e-30);
    return packSnorm2x16(n.xy + signNotZero(n.xy) * max(-n.z, 0.0));
}

vec3 unpackUnit(uint bits) {
    vec2 p = unpackSnorm2x16(bits);
    float z = 1.0 - abs(p.x) - abs(p.y);
    return normalize(vec3(p - signNotZero(p) * max(-z, 0.0), z));
}

/// The normalized weighted sum. The weights of a vertex sum to exactly 1.
Entry blendedEntry(uint vertex, uint pose) {
    float weightOfOne = 1.0 / float(~0u >> entryBits);
    Entry sum = Entry(vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 first = vec4(0.0);
    for (uint i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; ++i) {
        uint index = bitfieldExtract(influences[i], 0, int(entryBits));
        Entry entry = palette[pose * entryCount + index];
        float weight = float(influences[i] >> entryBits) * weightOfOne;
        sum.scale += weight * entry.scale;
        // A dual quaternion and its negative are the same transform. The sum uses the sign that is
        // nearer to the first entry, which gives the shorter arc.
        if (i == influenceOffsets[vertex]) first = entry.real;
        if (dot(entry.real, first) < 0.0) weight = -weight;
        sum.real += weight * entry.real;
        sum.dual += weight * entry.dual;
    }
    float scale = 1.0 / length(sum.real);
    return Entry(sum.real * scale, sum.dual * scale, sum.scale);
}

vec3 rotated(vec4 q, vec3 v) {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

/// The vector part of 2 * dual * conjugate(real). The scalar part is the error of a weighted sum.
/// It is dropped, so the dual part needs no other normalization.
vec3 translationOf(Entry e) {
    return 2.0 * (e.real.w * e.dual.xyz - e.dual.w * e.real.xyz + cross(e.real.xyz, e.dual.xyz));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x, pose = gl_GlobalInvocationID.y;
    if (vertex >= vertexCount) return;
    Vertex v = vertices[vertex];
    Entry e = blendedEntry(vertex, pose);
    vec3 position = vec3(v.x, v.y, v.z);
    position = e.scale.w * position + e.scale.xyz;
    position = rotated(e.real, position) + translationOf(e);
    // A uniform scale changes no direction. The lowest bit of the tangent is copied.
    uint normal = packUnit(rotated(e.real, unpackUnit(v.normal)));
    uint tangent = packUnit(rotated(e.real, unpackUnit(v.tangent)));
    tangent = bitfieldInsert(v.tangent, tangent >> 1, 1, 31);
    skinned[pose * vertexCount + vertex] =
        Vertex(position.x, position.y, position.z, normal, tangent);
}
