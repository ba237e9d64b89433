// The constants of a draw's material (set 2, binding 0), and its draw flags.
#ifndef SINEW_MATERIAL_GLSL
#define SINEW_MATERIAL_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/material.h"
#include "shaders/draw/draw_variant.glsl"

layout(set = 2, binding = 0) uniform MaterialBlock {
    MaterialConstants material;
};

bool hasTexture(uint slot) { return drawHas(1u << slot); }

#endif
