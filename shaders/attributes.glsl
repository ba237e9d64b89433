// Texture coordinates and colour of a vertex. Needs a SkinConstants called `skin`.
#ifndef SINEW_ATTRIBUTES_GLSL
#define SINEW_ATTRIBUTES_GLSL

#include "shaders/shared/material.h"
#include "shaders/shared/passes.h"
#include "shaders/material.glsl"

layout(set = 1, binding = SINEW_PASS_UVS) readonly buffer Uvs { vec2 uvs[]; };
layout(set = 1, binding = SINEW_PASS_COLORS) readonly buffer Colors { uvec2 colors[]; };

/// Coordinates in texture `slot`; 0 without the texture. Affine in uv, so they can be interpolated.
vec2 imagePosition(uint vertexIndex, uint slot) {
    if (!hasTexture(slot)) return vec2(0.0);
    TextureConstants t = material.textures[slot];
    vec2 uv = uvs[t.uvSet * skin.vertexCount + vertexIndex];
    return t.matrix.xy * uv.x + t.matrix.zw * uv.y + t.offset;
}

/// COLOR_0, linear.
vec4 vertexColor(uint vertexIndex) {
    if (!drawHas(SINEW_DRAW_COLORS)) return vec4(1.0);
    uvec2 bits = colors[vertexIndex];
    return vec4(unpackUnorm2x16(bits.x), unpackUnorm2x16(bits.y));
}

#endif
