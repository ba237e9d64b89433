// Skin step of method `feedback`. The vertex stage skins one point per vertex, and transform
// feedback captures the words of PackedVertex or CompactVertex into the shared vertex buffer.
#version 460
#define BUFFER_SET 0
#include "shaders/shared/instance.h"
#include "shaders/shared/vertex.h"
#include "shaders/skin/vertex_source.glsl"

// mesh.glsl, palettes.glsl and vertex_source.glsl declare bindings 0 to 8.
layout(set = 0, binding = 9) readonly buffer VisibleLists { uint lists[]; };
#ifdef COMPACT
layout(set = 0, binding = 10) readonly buffer Boxes { BoxEntry boxes[]; };
layout(xfb_buffer = 0, xfb_stride = 12) out;
layout(location = 0, xfb_offset = 0) flat out uvec3 words;
#else
layout(xfb_buffer = 0, xfb_stride = 20) out;
layout(location = 0, xfb_offset = 0) flat out vec3 position;
layout(location = 1, xfb_offset = 12) flat out uvec2 directions;
#endif

#include "shaders/cull/lists.glsl"

void main() {
    uint instance = listedAt(uint(gl_InstanceIndex));
    ObjectVertex v = fetchVertex(uint(gl_VertexIndex), instance);
#ifdef COMPACT
    CompactVertex packed = packInBox(boxes[instance], v);
    words = uvec3(packed.a, packed.b, packed.c);
#else
    PackedVertex packed = packFull(v);
    position = vec3(packed.x, packed.y, packed.z);
    directions = uvec2(packed.normal, packed.tangent);
#endif
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
