// A draw's material: its constants and textures (set 2), and where a vertex reads them.
#ifndef SINEW_MATERIAL_GLSL
#define SINEW_MATERIAL_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/layout.h"

layout(set = 2, binding = 0) uniform MaterialBlock {
    MaterialConstants material;
};

bool hasTexture(uint flags, uint slot) { return (flags & (1u << slot)) != 0u; }

#endif
