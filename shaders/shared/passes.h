// Bindings of set 1 in the vertex stages of the passes. The vertex source
// (shaders/skin/vertex_source.glsl) or the overlay declares bindings 0 to 8.
#ifndef SINEW_SHARED_PASSES_H
#define SINEW_SHARED_PASSES_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

#define SINEW_PASS_UVS 9
#define SINEW_PASS_COLORS 10
#define SINEW_PASS_VERTEX_MARKS 11
#define SINEW_PASS_PLACEMENTS 12
#define SINEW_PASS_COMPARED 13  // vertices of the compared method
#define SINEW_PASS_PREVIOUS 14  // first of 3 bindings with the previous frame's data
#define SINEW_PASS_CAPTURED 17
#define SINEW_PASS_BINDING_COUNT 18

SINEW_SHARED_END
#endif
