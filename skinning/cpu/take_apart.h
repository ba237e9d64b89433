// A palette entry taken apart into rotation, translation and shear, in float.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "shaders/shared/types.h"

namespace sinew {

/// Of the whole matrix: a column that is shorter has no direction of its own.
inline constexpr float kShortColumn = 1e-6f;
/// Of the product of the columns' lengths: with less of a volume an inverse would be mere rounding
/// errors.
inline constexpr float kFlatVolume = 1e-6f;

/// matrix = dual quaternion (rotation, then translation) * shear, as Blend::dualQuaternion wants
/// it.
struct RigidAndShear {
    glm::quat real;   // the rotation, unit length
    glm::quat dual;   // 0.5 * translation * real
    glm::mat3 shear;  // upper triangle; [2][2] is negative where the matrix mirrors
};

/// QR by Gram-Schmidt. Without a direction of its own the first column gets the x axis; the second
/// (of which what is left counts) the part of the axis along which the first is shortest that is
/// perpendicular to it.
RigidAndShear takeApart(const gpu::Affine& matrix);

/// The 3x3 by columns.
glm::mat3 linearPart(const gpu::Affine& matrix);

/// The cross products of the columns: the inverse transpose times the determinant.
glm::mat3 cofactorMatrix(const glm::mat3& m);

/// The inverse transpose; without a volume the cofactor matrix.
glm::mat3 jointNormalMatrix(const glm::mat3& m);

}  // namespace sinew
