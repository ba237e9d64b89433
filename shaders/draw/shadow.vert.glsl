// Shadow pass, vertex stage: transforms vertices to one shadow cascade.
#version 460
#include "shaders/shared/material.h"
#include "shaders/draw/view.glsl"
#include "shaders/draw/drawn_instance.glsl"
#include "shaders/skin/vertex_source.glsl"
#include "shaders/draw/placement.glsl"
#include "shaders/draw/attributes.glsl"

layout(location = 0) out vec3 uvAndAlpha;

void main() {
    uint vertexIndex = uint(gl_VertexIndex);
    uint instance = drawnInstance();
    vec3 world = worldPoint(instance, fetchVertex(vertexIndex, instance).position);
    vec4 p = view.cascadeFromWorld[draw.cascade] * vec4(world, 1.0);
    gl_Position = vec4(p.xy * 2.0 - 1.0, p.z, 1.0);
    uvAndAlpha = vec3(imagePosition(vertexIndex, SINEW_TEXTURE_BASE_COLOR),
                      vertexColor(vertexIndex).a);
}
