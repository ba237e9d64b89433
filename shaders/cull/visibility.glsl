// Reads the fields of a visibility word (shaders/shared/culling.h). cull.comp writes one word per
// instance.
#ifndef SINEW_VISIBILITY_GLSL
#define SINEW_VISIBILITY_GLSL

#include "shaders/shared/culling.h"

bool isInList(uint word, uint list) { return (word >> list & 1u) != 0; }
uint requestedLevelIn(uint word) {
    return bitfieldExtract(word, SINEW_LIST_COUNT, SINEW_LEVEL_BITS);
}
uint posedIn(uint word) { return bitfieldExtract(word, SINEW_VISIBILITY_POSED, 1); }
uint rateIn(uint word) { return bitfieldExtract(word, SINEW_VISIBILITY_RATE, SINEW_RATE_BITS); }
uint palettePendingIn(uint word) {
    return bitfieldExtract(word, SINEW_VISIBILITY_PALETTE_PENDING, 1);
}
bool isTestedByPose(uint word) { return (word >> SINEW_VISIBILITY_BY_POSE & 1u) != 0; }

#endif
