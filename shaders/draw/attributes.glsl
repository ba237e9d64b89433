// Texture coordinates and colour of a vertex. The including shader declares `SkinConstants skin`.
#ifndef SINEW_ATTRIBUTES_GLSL
#define SINEW_ATTRIBUTES_GLSL

#include "shaders/shared/material.h"
#include "shaders/shared/passes.h"
#include "shaders/draw/material.glsl"

layout(set = 1, binding = SINEW_PASS_UVS) readonly buffer Uvs { vec2 uvs[]; };
layout(set = 1, binding = SINEW_PASS_COLORS) readonly buffer Colors { uvec2 colors[]; };

/// Returns the transformed uv for texture `slot`, or 0 if the material has no such texture. The
/// transform is affine, so the rasterizer can interpolate the result.
vec2 imagePosition(uint vertexIndex, uint slot) {
    if (!hasTexture(slot)) return vec2(0.0);
    TextureConstants t = material.textures[slot];
    vec2 uv = uvs[t.uvSet * skin.vertexCount + vertexIndex];
    return t.matrix.xy * uv.x + t.matrix.zw * uv.y + t.offset;
}

/// Returns the linear COLOR_0, or white if the mesh has no vertex colours.
vec4 vertexColor(uint vertexIndex) {
    if (!drawHas(SINEW_DRAW_COLORS)) return vec4(1.0);
    uvec2 bits = colors[vertexIndex];
    return vec4(unpackUnorm2x16(bits.x), unpackUnorm2x16(bits.y));
}

#endif
