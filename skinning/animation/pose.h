// Step pose: a local pose becomes joint local-to-object matrices.
#pragma once

#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// objectFromJoint[j] = objectFromParent * T * R * S for every joint, parents first.
/// `objectFromJoint` has Skeleton::size() entries, row-major 3x4 (see shaders/shared/types.h).
/// Parents are read back from it, so it must not be upload memory, which is slow to read. Returns
/// the largest magnitude of each column over all entries, for PoseRange; not finite where an
/// element is not.
glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint);

}  // namespace sinew
