// Types and macros of headers that C++ and GLSL share.
#ifndef SINEW_SHARED_TYPES_H
#define SINEW_SHARED_TYPES_H

#ifdef __cplusplus
#include <cstdint>
#include <glm/glm.hpp>

#define SINEW_SHARED_BEGIN namespace sinew::gpu {
#define SINEW_SHARED_END }
#define SINEW_FUNCTION inline
#define SINEW_SIZE(type, bytes) static_assert(sizeof(type) == (bytes), #type " differs from GLSL")
#else
#define SINEW_SHARED_BEGIN
#define SINEW_SHARED_END
#define SINEW_FUNCTION
#define SINEW_SIZE(type, bytes)
#endif

SINEW_SHARED_BEGIN

// Affine: a row-major 3x4 matrix without the row (0, 0, 0, 1). affine[r] is row r, and
// `vec4(point, 1) * affine` is the transformed point.
#ifdef __cplusplus
using glm::mat3x4;
using glm::mat4;
using glm::vec2;
using glm::vec3;
using glm::vec4;
using uint = uint32_t;
using Affine = mat3x4;
#else
#define Affine mat3x4
#endif

SINEW_SHARED_END
#endif
