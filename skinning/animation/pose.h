// The pose step: converts a local pose to matrices from joint to object space.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// Computes objectFromJoint[j] = objectFromParent * T * R * S, parents first, for all joints of the
/// skeleton, as row-major 3x4 matrices. The function reads the parents' matrices back, so upload
/// memory would be slow. Returns the largest magnitude in each column, for PoseRange; it is not
/// finite if an element is not finite.
glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint);

/// Returns the matrices that poseSkeleton() computes.
inline std::vector<gpu::Affine> objectFromJointOf(const Skeleton& skeleton, const Pose& pose) {
    std::vector<gpu::Affine> objectFromJoint(skeleton.size());
    poseSkeleton(skeleton, pose, objectFromJoint);
    return objectFromJoint;
}

}  // namespace sinew
