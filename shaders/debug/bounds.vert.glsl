// Bounds overlay: draws the edges of each instance's bounding box.
#version 460
#include "shaders/shared/instance.h"
#include "shaders/draw/view.glsl"
#include "shaders/draw/placement.glsl"
#include "shaders/debug/box_edges.glsl"

layout(set = 1, binding = 0) readonly buffer Boxes { BoxEntry boxes[]; };

layout(location = 0) out vec3 tint;

void main() {
    BoxEntry box = boxes[gl_InstanceIndex];
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 high = vec3(box.high[0], box.high[1], box.high[2]);
    vec3 p = mix(low, high, cornerOfEdge(uint(gl_VertexIndex)));
    gl_Position = view.clipFromWorld * vec4(worldPoint(uint(gl_InstanceIndex), p), 1.0);
    tint = vec3(0.10, 0.55, 0.90);
}
