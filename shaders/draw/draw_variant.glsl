// Specialization constants of the passes that draw surfaces, the ground among them.
#ifndef SINEW_DRAW_VARIANT_GLSL
#define SINEW_DRAW_VARIANT_GLSL

#include "shaders/shared/material.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"

layout(constant_id = SINEW_CONSTANT_DRAW_FLAGS) const uint kDrawFlags = 0;  // SINEW_DRAW_*
layout(constant_id = SINEW_CONSTANT_VIEW) const uint kView = SINEW_VIEW_SHADED;

bool drawHas(uint flag) { return (kDrawFlags & flag) != 0u; }

#endif
