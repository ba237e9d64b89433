// Step 7, shadow: holes of alpha-masked materials. Opaque materials have no fragment stage.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/layout.h"

layout(location = 0) in vec2 uv;
layout(set = 2, binding = 0) uniform sampler2D baseColorTexture;
layout(push_constant) uniform Constants {
    SkinConstants skin;
    DrawConstants draw;
};

void main() {
    float alpha = draw.baseColor.a;
    if ((draw.flags & SINEW_DRAW_UVS) != 0u) alpha *= texture(baseColorTexture, uv).a;
    if (alpha < draw.alphaCutoff) discard;
}
