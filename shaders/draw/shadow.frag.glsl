// Shadow pass, fragment stage: alpha test of masked and blended materials. Opaque materials have no
// fragment stage.
#version 460
#include "shaders/shared/material.h"
#include "shaders/draw/material.glsl"

layout(location = 0) in vec3 uvAndAlpha;
layout(set = 2, binding = 1 + SINEW_TEXTURE_BASE_COLOR) uniform sampler2D baseColorTexture;

void main() {
    float alpha = material.baseColor.a * uvAndAlpha.z;
    if (hasTexture(SINEW_TEXTURE_BASE_COLOR)) {
        alpha *= texture(baseColorTexture, uvAndAlpha.xy).a;
    }
    if (alpha < material.alphaCutoff) discard;
}
