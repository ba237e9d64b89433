// Shadow pass: reads the position of a skinned vertex through the light's list.
#version 460

struct Vertex {
    float x, y, z;
    uint normal, tangent;
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

void main() {
    Vertex v = skinned[slots[gl_InstanceIndex] * vertexCount + gl_VertexIndex];
    gl_Position = shadowFromWorld * vec4(v.x, v.y, v.z, 1.0);
}
