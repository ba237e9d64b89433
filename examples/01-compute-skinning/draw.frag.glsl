// Shades with one light above the camera.
#version 460

layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 outColor;

void main() {
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
    float light = 0.15 + 0.85 * max(dot(n, normalize(vec3(0.4, 0.7, 0.6))), 0.0);
    outColor = vec4(vec3(0.4, 0.5, 0.6) * light, 1.0);
}
