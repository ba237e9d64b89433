// Step 8, forward: the sky behind everything.
#version 460
#include "shaders/light.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 color;

void main() {
    vec3 d = normalize(direction);
    // Below the horizon the haze darkens a little, so that the ground's edge melts into it.
    vec3 sky = skyRadiance(d) * mix(0.82, 1.0, smoothstep(-0.35, 0.05, d.y));
    float dither = (gradientNoise(gl_FragCoord.xy) - 0.5) / 255.0;
    color = vec4(toneMap(sky) + dither, 1.0);
}
