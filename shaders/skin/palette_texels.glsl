// Reads palettes as 16-byte texels of a texel buffer (kPaletteTexels). This is faster on devices
// such as lavapipe, which load from storage buffers lane by lane. Uses binding 7 of set BUFFER_SET;
// binding SINEW_PASS_PREVIOUS + 2 has the previous frame's palettes.
#ifndef SINEW_PALETTE_TEXELS_GLSL
#define SINEW_PALETTE_TEXELS_GLSL

#include "shaders/skin/times.glsl"

layout(set = BUFFER_SET, binding = 7) uniform usamplerBuffer paletteTexels;
#ifdef MOTION
layout(set = BUFFER_SET, binding = SINEW_PASS_PREVIOUS + 2)
    uniform usamplerBuffer previousPaletteTexels;
#endif

uvec4 paletteWord(uint time, uint index) {
    int i = int(index);
    return AT(time, texelFetch(paletteTexels, i), texelFetch(previousPaletteTexels, i));
}

#endif
