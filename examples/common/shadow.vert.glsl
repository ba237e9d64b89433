// Shadow pass of skinned vertices: reads the position.
#version 460

layout(binding = 1) uniform View {
    mat4 clipFromWorld;
    mat4 shadowFromWorld;  // clip space of the light
    vec4 ground;           // xyz: middle, w: half of a side
};
layout(location = 0) in vec3 position;

void main() {
    gl_Position = shadowFromWorld * vec4(position, 1.0);
}
