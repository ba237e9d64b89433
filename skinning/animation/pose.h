// Step pose: a local pose becomes joint local-to-object matrices.
#pragma once

#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// objectFromJoint[j] = objectFromParent * T * R * S, parents first; Skeleton::size() entries,
/// row-major 3x4. Parents are read back, so upload memory would be slow. Returns the largest
/// magnitude of each column for PoseRange; not finite if an element is not.
glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint);

}  // namespace sinew
