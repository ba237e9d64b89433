// Which instance of a page there is work for: any, or one of the first list of a culled crowd.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_LISTS, readonly, uint, Lists, lists);

/// The instance at `place` among them.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[IN(lists, place)], 0, SINEW_LISTED_BITS) : place;
}

#endif
