// Forward pass: shades the sky.
#version 460
#include "shaders/draw/light.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 color;
#ifdef MOTION
#include "shaders/draw/motion.glsl"
layout(location = 1) in vec3 clipNow;
layout(location = 2) in vec3 clipBefore;
layout(location = 1) out vec2 velocity;
#endif

void main() {
#ifdef MOTION
    velocity = motionOf(clipNow, clipBefore);
#endif
    float dither = (gradientNoise(gl_FragCoord.xy) - 0.5) / 255.0;
    color = vec4(toneMap(backdropRadiance(normalize(direction))) + dither, 1.0);
}
