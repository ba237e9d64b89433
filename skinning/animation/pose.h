// Step 4 of the walk: a local pose becomes joint local-to-object matrices.
#pragma once

#include <span>

#include "shaders/shared/layout.h"
#include "skinning/model.h"

namespace sinew {

/// objectFromJoint[j] = objectFromParent * T * R * S for every joint, parents first.
/// `objectFromJoint` has Skeleton::size() entries, row-major 3x4 (see shaders/shared/layout.h).
/// It may be write-combined upload memory: each entry is written once and never read. Returns the
/// largest magnitude of each column over all entries, and something that is not finite where an
/// element is not: what PoseRange asks for.
glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint);

}  // namespace sinew
