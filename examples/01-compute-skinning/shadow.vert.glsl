// Shadow pass: reads the position of a skinned vertex.
#version 460

layout(push_constant) uniform Constants {
    mat4 clipFromObject;  
    mat4 shadowFromObject;  // clip space of the light
};
layout(location = 0) in vec3 position;

void main() {
    gl_Position = shadowFromObject * vec4(position, 1.0);
}
