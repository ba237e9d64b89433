// Maps a position in a dispatch to an instance, directly or through a visible list or the list of
// posed instances. Needs a SkinConstants called `skin` and the buffer `lists`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/shared/lists.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

/// `place` indexes list 0, or all instances without culling.
uint listedAt(uint place) {
    return kCulled != 0 ? bitfieldExtract(lists[place], 0, SINEW_LISTED_BITS) : place;
}
uint posedAt(uint place) {
    if (kRates == 0) return listedAt(place);
    return lists[SINEW_LIST_COUNT * skin.instanceCount + place];
}
/// Vertices that are stored by instance stay valid while the instance keeps its pose.
uint skinnedAt(uint place) {
    return kCulled == SINEW_CULLED_BY_INSTANCE ? posedAt(place) : listedAt(place);
}

#endif
