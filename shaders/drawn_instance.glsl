// The instance that a vertex stage draws, and its entry in the visible list.
#ifndef SINEW_DRAWN_INSTANCE_GLSL
#define SINEW_DRAWN_INSTANCE_GLSL

#include "shaders/shared/lists.h"
#include "shaders/variant.glsl"

/// Unused without culling. It is an attribute because some stages have no storage buffer left.
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
