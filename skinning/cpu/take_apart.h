// QR decomposition of a palette entry into rotation, translation and shear, in float.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "shaders/shared/types.h"

namespace sinew {

/// Relative to the matrix's Frobenius norm: a shorter column has no direction.
inline constexpr float kShortColumn = 1e-6f;
/// Relative to the product of the column lengths: with less volume, an inverse is rounding errors.
inline constexpr float kFlatVolume = 1e-6f;

/// matrix = dual quaternion (rotation, then translation) * shear, for Blend::dualQuaternion.
struct RigidAndShear {
    glm::quat real;   // rotation, unit length
    glm::quat dual;   // 0.5 * translation * real
    glm::mat3 shear;  // upper triangle; [2][2] < 0: the matrix mirrors
};

/// Decomposes by Gram-Schmidt. A first column without a direction becomes the x axis. A second
/// column without one becomes the axis of the first's smallest component, made perpendicular to it.
RigidAndShear takeApart(const gpu::Affine& matrix);

glm::mat3 linearPart(const gpu::Affine& matrix);

/// Returns the inverse transpose times the determinant.
glm::mat3 cofactorMatrix(const glm::mat3& m);

/// Returns the inverse transpose, or the cofactor matrix if the volume is below kFlatVolume.
glm::mat3 jointNormalMatrix(const glm::mat3& m);

}  // namespace sinew
