// What cull.comp says of an instance, one word (shaders/shared/culling.h), and the counts of a
// workgroup. Needs a SkinConstants called `skin`.
#ifndef SINEW_SEEN_GLSL
#define SINEW_SEEN_GLSL

#include "shaders/shared/culling.h"
#include "shaders/variant.glsl"

uint levelIn(uint word) { return bitfieldExtract(word, SINEW_LIST_COUNT, SINEW_LEVEL_BITS); }
uint worksIn(uint word) { return bitfieldExtract(word, SINEW_SEEN_WORKS, 1); }
uint rateIn(uint word) { return bitfieldExtract(word, SINEW_SEEN_RATE, SINEW_RATE_BITS); }
uint owedIn(uint word) { return bitfieldExtract(word, SINEW_SEEN_OWED, 1); }

uint slotOf(uint level, uint list) { return level * SINEW_LIST_COUNT + list; }
uint slotCount() { return skin.levelCount * SINEW_LIST_COUNT; }
/// Words from the counts of one workgroup to those of the next.
uint countStride() { return slotCount() + (kRates != 0 ? SINEW_RATE_WORDS : 0); }

#endif
