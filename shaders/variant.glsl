// Specialization constants of kernels and vertex stages: a pipeline has only the code that its
// settings need. In vertex stages, the conditions of `if` and loops must depend on these constants
// or on storage buffers. If a condition depends only on push constants or uniform buffers, lavapipe
// of Mesa 22.3 compiles a copy of the stage for every draw and does not free it (0.37 MB).
// tests/gpu/soak_test.cpp then fails.
#ifndef SINEW_VARIANT_GLSL
#define SINEW_VARIANT_GLSL

#extension GL_GOOGLE_include_directive : require
#include "shaders/shared/variant.h"

#define SINEW_STAGE_CONSTANT(id, member, name, value) layout(constant_id = id) const uint name = value;
#include "shaders/shared/stage_constants.inc"

#endif
