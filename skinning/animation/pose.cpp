// One forward loop over the hierarchy.
#include "skinning/animation/pose.h"

#include <vector>

#include "skinning/animation/affine.h"

namespace sinew {

void poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                  std::span<gpu::Affine> objectFromJoint) {
    // Parents are read from here: reading write-combined memory back costs a hundred times a
    // cached read.
    thread_local std::vector<gpu::Affine> posed;
    const uint32_t count = skeleton.size();
    if (posed.size() < count) posed.resize(count);
    for (uint32_t j = 0; j < count; ++j) {
        const gpu::Affine parentFromJoint = affineFrom(pose.joints[j]);
        const int32_t parent = skeleton.parents[j];
        posed[j] = parent == kNoParent
                       ? parentFromJoint
                       : multiply(posed[static_cast<uint32_t>(parent)], parentFromJoint);
        objectFromJoint[j] = posed[j];
    }
}

}  // namespace sinew
