// Capture pass: stores the skinned vertices that the other passes get, for tests, `verify` and
// `export`.
#version 460
#include "shaders/shared/passes.h"
#include "shaders/shared/vertex.h"
#include "shaders/draw/drawn_instance.glsl"
#include "shaders/skin/vertex_source.glsl"

layout(set = 1, binding = SINEW_PASS_CAPTURED) writeonly buffer Captured { PackedVertex captured[]; };

void main() {
    uint vertexIndex = uint(gl_VertexIndex);
    uint instance = drawnInstance();
    captured[instance * skin.vertexCount + vertexIndex] =
        packFull(fetchVertex(vertexIndex, instance));
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
