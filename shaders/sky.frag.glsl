// Step 8, forward: the sky behind everything.
#version 460
#include "shaders/light.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 color;

void main() {
    float dither = (gradientNoise(gl_FragCoord.xy) - 0.5) / 255.0;
    color = vec4(toneMap(backdropRadiance(normalize(direction))) + dither, 1.0);
}
