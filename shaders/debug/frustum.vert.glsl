// Overlay: draws the edges of the frustum of the frozen culling camera, from its near plane to
// behind the crowd.
#version 460
#include "shaders/draw/view.glsl"
#include "shaders/debug/box_edges.glsl"

layout(location = 0) out vec3 tint;

void main() {
    vec3 corner = cornerOfEdge(uint(gl_VertexIndex));
    vec4 p = view.worldFromFrozen * vec4(2.0 * corner.xy - 1.0, corner.z, 1.0);
    gl_Position = view.clipFromWorld * vec4(p.xyz / p.w, 1.0);
    tint = vec3(0.02, 0.02, 0.03);
}
