// Step 8, forward: the ground, one quad around the crowd.
#version 460
#include "shaders/view.glsl"

layout(location = 0) out vec3 worldPosition;

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    worldPosition = view.groundCenter + vec3(corner.x, 0.0, corner.y) * view.groundRadius;
    gl_Position = view.clipFromWorld * vec4(worldPosition, 1.0);
}
