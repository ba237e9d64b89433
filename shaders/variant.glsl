// Specialization constants of stages that skin: a pipeline contains only the code of its settings.
// Conditions of `if` and loops in vertex stages depend on these constants or on storage buffers. If
// they depend on push constants or uniform buffers alone, lavapipe of Mesa 22.3 compiles and keeps
// a copy of the stage for every draw (0.37 MB). tests/gpu/soak_test.cpp then fails.
#ifndef SINEW_VARIANT_GLSL
#define SINEW_VARIANT_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/variant.h"

#define SINEW_STAGE_CONSTANT(id, member, name, value) layout(constant_id = id) const uint name = value;
#include "shaders/shared/stage_constants.inc"

#endif
