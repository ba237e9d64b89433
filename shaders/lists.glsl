// Which instances a kernel works for: all of a page, or those of the first list of a culled crowd.
// Needs a SkinConstants called `skin`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_LISTS, readonly, uint, Lists, lists);
CROWD_STREAM(SINEW_BINDING_ARGUMENTS, readonly, uint, Arguments, arguments);

/// How many instances there is work for.
uint listedCount() { return kCulled != 0 ? arguments[SINEW_LIST_ANY] : skin.instanceCount; }

/// The instance at `place` among them.
uint listedAt(uint place) { return kCulled != 0 ? lists[place] : place; }

#endif
