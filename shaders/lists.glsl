// Maps a position in a dispatch to an instance: identity, the visible list, or the list of instances
// that are posed in this frame. Needs a SkinConstants called `skin` and the buffer `lists`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/shared/culling.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

/// The instance at `place` in the first list.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[place], 0, SINEW_LISTED_BITS) : place;
}
/// The instance at `place` among those that are posed.
uint posedAt(uint place) {
    if (kRates == 0) return listedAt(place);
    return lists[SINEW_LIST_COUNT * skin.instanceCount + place];
}
/// The instance at `place` among those that are skinned. An instance that keeps its pose also keeps its
/// vertices if these are stored by instance.
uint skinnedAt(uint place) {
    return kCulled == SINEW_CULLED_BY_INSTANCE ? posedAt(place) : listedAt(place);
}

#endif
