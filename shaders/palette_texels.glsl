// Palettes of storage buffers as texels of 16 bytes (kPaletteTexels). A device that loads storage
// buffers lane by lane, as lavapipe does, fetches texels faster; other devices read the buffers
// (DeviceLimits::texelBytes). Binding 7 of set BUFFER_SET and, of the previous frame,
// SINEW_PASS_PREVIOUS + 2.
#ifndef SINEW_PALETTE_TEXELS_GLSL
#define SINEW_PALETTE_TEXELS_GLSL

#include "shaders/times.glsl"

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
