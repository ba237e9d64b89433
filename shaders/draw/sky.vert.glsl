// Forward pass: draws the sky as a full-screen triangle at infinity (reversed depth: 0).
#version 460
#include "shaders/draw/view.glsl"

layout(location = 0) out vec3 direction;
#ifdef MOTION
layout(location = 1) out vec3 clipNow;
layout(location = 2) out vec3 clipBefore;
#endif

void main() {
    vec2 p = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2) * 2.0 - 1.0;
    gl_Position = vec4(p, 0.0, 1.0);
    vec4 near = view.worldFromClip * vec4(p, 1.0, 1.0);
    direction = near.xyz / near.w - view.cameraPosition;
#ifdef MOTION
    // Only the camera's rotation moves a point at infinity.
    precise vec4 now = view.clipFromWorld * vec4(direction, 0.0);
    precise vec4 before = view.previousClipFromWorld * vec4(direction, 0.0);
    clipNow = now.xyw;
    clipBefore = before.xyw;
#endif
}
