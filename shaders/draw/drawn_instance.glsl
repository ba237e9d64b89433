// The instance that a vertex stage draws, from its entry in the visible list.
#ifndef SINEW_DRAWN_INSTANCE_GLSL
#define SINEW_DRAWN_INSTANCE_GLSL

#include "shaders/shared/lists.h"
#include "shaders/variant.glsl"

/// An entry of a visible list; unused without culling. It is a vertex attribute because some vertex
/// stages already use as many storage buffers as Sinew requires of a device.
layout(location = 0) in uint listEntry;

uint drawnInstance() {
    return kCulled != 0 ? bitfieldExtract(listEntry, 0, SINEW_LISTED_BITS) : uint(gl_InstanceIndex);
}
uint drawnLevel() {
    return kCulled != 0 ? bitfieldExtract(listEntry, SINEW_LISTED_BITS, SINEW_LEVEL_BITS) : 0;
}
uint drawnRate() {
    return kCulled != 0 ? bitfieldExtract(listEntry, SINEW_LISTED_RATE, SINEW_RATE_BITS) : 0;
}

#endif
