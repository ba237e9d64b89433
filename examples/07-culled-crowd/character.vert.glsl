// Forward pass: reads a skinned vertex through a list of slots. A slot has all vertices of one
// instance, so a vertex buffer binding cannot select it per instance.
#version 460

struct Vertex {
    float x, y, z;
    uint normal, tangent;  // octahedral, 2 x 16 bits
};

layout(push_constant) uniform Constants {
    uint vertexCount;  // per slot
    uint list;         // 0: camera, 1: light
};
layout(set = 0, binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(set = 1, binding = 0, std430) restrict readonly buffer Skinned {
    Vertex skinned[];  // world space
};
layout(set = 1, binding = 1, std430) restrict readonly buffer List {
    uint slots[];  // one per visible instance
};
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

void main() {
    Vertex v = skinned[slots[gl_InstanceIndex] * vertexCount + gl_VertexIndex];
    vec4 position = vec4(v.x, v.y, v.z, 1.0);
    gl_Position = clipFromWorld * position;
    normal = unitFromOctahedral(unpackSnorm2x16(v.normal));
    shadowPosition = vec3(shadowFromWorld * position);
    albedo = list == 0 ? vec3(0.4, 0.5, 0.6) : vec3(0.8, 0.4, 0.1);
    groundPosition = vec2(0.0);
}
