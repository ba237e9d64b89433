// Motion blur, first half: the longest velocity of each tile of the picture.
#version 460
#include "shaders/motion_blur.glsl"

layout(set = 0, binding = 1) uniform sampler2D velocities;
layout(location = 0) out vec2 longest;

void main() {
    ivec2 first = ivec2(gl_FragCoord.xy) * kReach;
    ivec2 end = min(first + kReach, textureSize(velocities, 0));
    longest = vec2(0.0);
    for (int y = first.y; y < end.y; ++y) {
        for (int x = first.x; x < end.x; ++x) {
            longest = longer(longest, texelFetch(velocities, ivec2(x, y), 0).xy);
        }
    }
}
