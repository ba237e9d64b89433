// Operations on row-major 3x4 matrices on the CPU.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// Returns a * b. The product applies `b` first, then `a`.
inline gpu::Affine multiply(const gpu::Affine& a, const gpu::Affine& b) {
    gpu::Affine out;
    for (int r = 0; r < 3; ++r) {
        out[r] =
            b[0] * a[r].x + b[1] * a[r].y + b[2] * a[r].z + glm::vec4(0.0f, 0.0f, 0.0f, a[r].w);
    }
    return out;
}

/// Returns the matrix T * R * S (translation, rotation, scale).
inline gpu::Affine affineFrom(const Transform& transform) {
    const glm::mat3 r = glm::mat3_cast(transform.rotation);
    const glm::vec3& s = transform.scale;
    const glm::vec3& t = transform.translation;
    return {glm::vec4(r[0].x * s.x, r[1].x * s.y, r[2].x * s.z, t.x),
            glm::vec4(r[0].y * s.x, r[1].y * s.y, r[2].y * s.z, t.y),
            glm::vec4(r[0].z * s.x, r[1].z * s.y, r[2].z * s.z, t.z)};
}

/// Returns the upper three rows of a column-major matrix.
inline gpu::Affine affineFrom(const glm::mat4& matrix) {
    const glm::mat4 rows = glm::transpose(matrix);
    return {rows[0], rows[1], rows[2]};
}

}  // namespace sinew
