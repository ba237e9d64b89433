// How a stage skins and what it draws: compiled in, so that a stage holds no more than it needs.
//
// No `if` and no loop of a vertex stage may depend on push constants and uniform buffers alone. For
// such a stage lavapipe of Mesa 22.3 makes a copy with the values put in, for every draw, and keeps
// them all: 0.37 MB a draw. What decides is a constant below, or comes from a storage buffer.
// tests/gpu/soak_test.cpp watches over it.
#ifndef SINEW_VARIANT_GLSL
#define SINEW_VARIANT_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"

#define SINEW_STAGE_CONSTANT(id, member, name, value) layout(constant_id = id) const uint name = value;
#include "shaders/shared/stage_constants.h"

// Of the passes that draw.
layout(constant_id = SINEW_CONSTANT_DRAW_FLAGS) const uint kDrawFlags = 0;  // SINEW_DRAW_*
layout(constant_id = SINEW_CONSTANT_VIEW) const uint kView = SINEW_VIEW_SHADED;

#endif
