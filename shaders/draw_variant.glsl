// Specialization constants of the passes that draw surfaces.
#ifndef SINEW_DRAW_VARIANT_GLSL
#define SINEW_DRAW_VARIANT_GLSL

#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"

layout(constant_id = SINEW_CONSTANT_DRAW_FLAGS) const uint kDrawFlags = 0;  // SINEW_DRAW_*
layout(constant_id = SINEW_CONSTANT_VIEW) const uint kView = SINEW_VIEW_SHADED;

#endif
