// Which instance of a page there is work for: any, or one of the first list of a culled crowd, or of
// those whose poses are made in this frame. Needs a SkinConstants called `skin`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_LISTS, readonly, uint, Lists, lists);

/// The instance at `place` in the first list.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[place], 0, SINEW_LISTED_BITS) : place;
}
/// The instance at `place` among those that are posed.
uint posedAt(uint place) {
    if (kRates == 0) return listedAt(place);
    return lists[SINEW_LIST_COUNT * skin.instanceCount + place];
}
/// Among those that are skinned: whoever keeps its pose keeps its vertices, where they lie by instance.
uint skinnedAt(uint place) {
    return kCulled == SINEW_CULLED_BY_INSTANCE ? posedAt(place) : listedAt(place);
}

#endif
