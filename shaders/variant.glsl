// The specialization constants of stages that skin: a pipeline contains only the code of its settings.
//
// No `if` and no loop of a vertex stage may depend on push constants or uniform buffers alone. For such a
// stage lavapipe of Mesa 22.3 compiles a copy with the values put in, for every draw, and keeps all
// copies: 0.37 MB a draw. Conditions depend on these constants or on storage buffers.
// tests/gpu/soak_test.cpp fails if a stage breaks the rule.
#ifndef SINEW_VARIANT_GLSL
#define SINEW_VARIANT_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/variant.h"

#define SINEW_STAGE_CONSTANT(id, member, name, value) layout(constant_id = id) const uint name = value;
#include "shaders/shared/stage_constants.h"

#endif
