// The ground: two triangles without a vertex buffer.
#version 460

layout(binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(location = 0) out vec3 normal;
layout(location = 1) out vec3 shadowPosition;
layout(location = 2) out vec3 albedo;
layout(location = 3) out vec2 groundPosition;  // [-1, 1]

void main() {
    const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(-1, 1), vec2(1, 1),
                                   vec2(-1, -1), vec2(1, 1), vec2(1, -1));
    groundPosition = corners[gl_VertexIndex];
    vec4 position = vec4(ground.xyz + ground.w * vec3(groundPosition.x, 0.0, groundPosition.y), 1.0);
    gl_Position = clipFromWorld * position;
    normal = vec3(0.0, 1.0, 0.0);
    shadowPosition = vec3(shadowFromWorld * position);
    albedo = vec3(0.5);
}
