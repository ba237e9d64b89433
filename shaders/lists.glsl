// Which instances a kernel works for: all of a page, or those of the first list of a culled crowd.
// Needs a SkinConstants called `skin`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_LISTS, readonly, uint, Lists, lists);
CROWD_STREAM(SINEW_BINDING_ARGUMENTS, readonly, uint, Arguments, arguments);

/// How many instances are posed in this frame.
uint posedCount() {
    if (kRates != 0) return arguments[SINEW_HEADER_RATES + SINEW_RATE_WORKED];
    return kCulled != 0 ? arguments[SINEW_LIST_ANY] : skin.instanceCount;
}

/// The instance at `place` in the first list.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[place], 0, SINEW_LISTED_BITS) : place;
}
/// The instance at `place` among those that are posed.
uint posedAt(uint place) {
    return kRates != 0 ? lists[SINEW_LIST_COUNT * skin.instanceCount + place] : listedAt(place);
}

/// Whoever keeps its pose keeps its vertices, where they lie by instance.
bool keepsVertices() { return kRates != 0 && kCulled == SINEW_CULLED_BY_INSTANCE; }
/// Of those that are skinned, how many are drawn at a level or at a finer one.
uint skinnedUpTo(uint level) {
    if (keepsVertices()) return posedCount();
    if (kLevels == 0) return kCulled != 0 ? arguments[SINEW_LIST_ANY] : skin.instanceCount;
    return arguments[SINEW_HEADER_DRAWN + level * SINEW_LIST_COUNT + SINEW_LIST_ANY];
}
uint skinnedAt(uint place) { return keepsVertices() ? posedAt(place) : listedAt(place); }

#endif
