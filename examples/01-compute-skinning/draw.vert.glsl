// Reads skinned vertices from a vertex buffer.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/packing.h"

layout(push_constant) uniform Constants {
    mat4 clipFromObject;
};
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 octahedralNormal;  // R16G16_SNORM
layout(location = 0) out vec3 normal;

void main() {
    gl_Position = clipFromObject * vec4(position, 1.0);
    normal = unitFromOct(octahedralNormal);
}
