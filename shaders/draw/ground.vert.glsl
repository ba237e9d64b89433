// Forward pass: draws the ground, a quad around the crowd.
#version 460
#include "shaders/draw/view.glsl"

layout(location = 0) out vec3 worldPosition;
#ifdef MOTION
layout(location = 1) out vec3 clipNow;
layout(location = 2) out vec3 clipBefore;
#endif

void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    worldPosition = view.groundCenter + vec3(corner.x, 0.0, corner.y) * view.groundRadius;
    precise vec4 now = view.clipFromWorld * vec4(worldPosition, 1.0);
    gl_Position = now;
#ifdef MOTION
    precise vec4 before = view.previousClipFromWorld * vec4(worldPosition, 1.0);
    clipNow = now.xyw;
    clipBefore = before.xyw;
#endif
}
