// Maps a position in a dispatch to an instance, directly or through a visible list or the list of
// posed instances. Needs a SkinConstants called `skin` and the buffer `lists`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/shared/lists.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

/// `listIndex` indexes list 0, or all instances without culling.
uint listedAt(uint listIndex) {
    return kCulled != 0 ? bitfieldExtract(lists[listIndex], 0, SINEW_LISTED_BITS) : listIndex;
}
uint posedAt(uint listIndex) {
    if (kRates == 0) return listedAt(listIndex);
    return lists[SINEW_LIST_COUNT * skin.instanceCount + listIndex];
}
/// Vertices that are stored by instance stay valid while the instance keeps its pose.
uint skinInstanceAt(uint listIndex) {
    return kCulled == SINEW_CULLED_STORED_BY_INSTANCE ? posedAt(listIndex) : listedAt(listIndex);
}

#endif
