// Forward pass: reads position and normal of a skinned vertex.
#version 460

layout(binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 octahedralNormal;  // VK_FORMAT_R16G16_SNORM
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
    gl_Position = clipFromWorld * vec4(position, 1.0);
    normal = unitFromOctahedral(octahedralNormal);
    shadowPosition = vec3(shadowFromWorld * vec4(position, 1.0));
    // The first instance of a draw is 0 for linear blending, 1 for dual quaternions.
    albedo = gl_InstanceIndex == 0 ? vec3(0.65, 0.42, 0.25) : vec3(0.3, 0.5, 0.7);
    groundPosition = vec2(0.0);
}
