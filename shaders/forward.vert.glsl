// Step 8, forward: vertices into the camera's view.
#version 460
#include "shaders/view.glsl"
#include "shaders/vertex_source.glsl"

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 worldNormal;
layout(location = 2) out vec4 worldTangent;
layout(location = 3) out vec2 uv;
layout(location = 4) out vec3 jointColor;

void main() {
    uint vertexIndex = uint(gl_VertexIndex);
    uint instance = uint(gl_InstanceIndex);
    ObjectVertex v = fetchVertex(vertexIndex, instance);
    worldPosition = worldPoint(instance, v.position);
    worldNormal = worldDirection(instance, v.normal);
    worldTangent = vec4(worldDirection(instance, v.tangent.xyz), v.tangent.w);
    uv = (draw.flags & SINEW_DRAW_UVS) != 0u ? uvs[vertexIndex] : vec2(0.0);
    jointColor = view.view == SINEW_VIEW_WEIGHTS ? unpackUnorm4x8(jointColors[vertexIndex]).rgb
                                                 : vec3(1.0);
    gl_Position = view.clipFromWorld * vec4(worldPosition, 1.0);
}
