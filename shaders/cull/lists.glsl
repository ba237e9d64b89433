// Maps an index in a dispatch to an instance, directly or through a visible list or the list of
// posed instances. The including shader declares `SkinConstants skin` and the buffer `lists`.
#ifndef SINEW_LISTS_GLSL
#define SINEW_LISTS_GLSL

#include "shaders/shared/lists.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"

/// Returns the instance at an index of list 0. Without culling, the index is the instance.
uint listedAt(uint listIndex) {
    return kCulled != 0 ? bitfieldExtract(lists[listIndex], 0, SINEW_LISTED_BITS) : listIndex;
}
uint posedAt(uint listIndex) {
    if (kRates == 0) return listedAt(listIndex);
    return lists[SINEW_LIST_COUNT * skin.instanceCount + listIndex];
}
/// Returns an instance that the skin step skins. Vertices that are stored by instance stay valid
/// until the instance is posed again. So only posed instances are skinned in that case.
uint skinInstanceAt(uint listIndex) {
    return kCulled == SINEW_CULLED_STORED_BY_INSTANCE ? posedAt(listIndex) : listedAt(listIndex);
}

#endif
