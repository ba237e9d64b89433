// QR decomposition of a palette entry into rotation, translation and shear, in float.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "shaders/shared/types.h"

namespace sinew {

/// A column shorter than this has no direction. Relative to the matrix's Frobenius norm.
inline constexpr float kShortColumn = 1e-6f;
/// If the determinant's magnitude is smaller than this, the inverse is only rounding errors.
/// Relative to the product of the column lengths.
inline constexpr float kFlatVolume = 1e-6f;

/// matrix = dual quaternion (rotation, then translation) * shear, for Blend::dualQuaternion.
struct RigidAndShear {
    glm::quat real;   // rotation, unit length
    glm::quat dual;   // 0.5 * translation * real
    glm::mat3 shear;  // upper triangular; [2][2] < 0: the matrix mirrors
};

/// Decomposes a matrix by Gram-Schmidt. The x axis replaces a first column without a direction. The
/// axis of the first column's smallest component, made perpendicular to that column, replaces a
/// second column without a direction.
RigidAndShear takeApart(const gpu::Affine& matrix);

glm::mat3 linearPart(const gpu::Affine& matrix);

/// Returns the inverse transpose times the determinant.
glm::mat3 cofactorMatrix(const glm::mat3& m);

/// Returns the inverse transpose, or the cofactor matrix if the volume is below kFlatVolume.
glm::mat3 jointNormalMatrix(const glm::mat3& m);

}  // namespace sinew
