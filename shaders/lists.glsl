// Which instances a kernel works for: all of a page, or those of the first list of a culled crowd.
// Needs a SkinConstants called `skin`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_LISTS, readonly, uint, Lists, lists);
CROWD_STREAM(SINEW_BINDING_ARGUMENTS, readonly, uint, Arguments, arguments);

/// How many instances there is work for.
uint listedCount() { return kCulled != 0 ? arguments[SINEW_LIST_ANY] : skin.instanceCount; }
/// Of those, how many are drawn at a level or at a finer one.
uint listedUpTo(uint level) {
    if (kLevels == 0) return listedCount();
    return arguments[SINEW_HEADER_DRAWN + level * SINEW_LIST_COUNT + SINEW_LIST_ANY];
}

/// The instance at `place` among them.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[place], 0, SINEW_LISTED_BITS) : place;
}

#endif
