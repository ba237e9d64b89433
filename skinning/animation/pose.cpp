// One forward loop over the hierarchy.
#include "skinning/animation/pose.h"

#include <array>
#include <bit>

#include "skinning/animation/affine.h"

namespace sinew {
namespace {

/// Four integers that one instruction compares (GCC and clang).
using Lanes [[gnu::vector_size(16)]] = int32_t;

/// The largest magnitude of each column. As integers, magnitudes compare as the floats do, and what
/// is not a number is the largest.
glm::vec4 largestOf(std::span<const gpu::Affine> matrices) {
    constexpr int32_t kWithoutSign = 0x7fffffff;
    std::array<Lanes, 3> rows{};  // each its own, so that no comparison waits for the one before
    for (const gpu::Affine& matrix : matrices) {
        for (int r = 0; r < 3; ++r) {
            const Lanes size = std::bit_cast<Lanes>(matrix[r]) & kWithoutSign;
            rows[r] = size > rows[r] ? size : rows[r];
        }
    }
    Lanes columns = rows[0] > rows[1] ? rows[0] : rows[1];
    columns = columns > rows[2] ? columns : rows[2];
    return std::bit_cast<glm::vec4>(columns);
}

}  // namespace

glm::vec4 poseSkeleton(const Skeleton& skeleton, const Pose& pose,
                       std::span<gpu::Affine> objectFromJoint) {
    const uint32_t count = skeleton.size();
    for (uint32_t j = 0; j < count; ++j) {
        const gpu::Affine parentFromJoint = affineFrom(pose.joints[j]);
        const int32_t parent = skeleton.parents[j];
        objectFromJoint[j] =
            parent == kNoParent
                ? parentFromJoint
                : multiply(objectFromJoint[static_cast<uint32_t>(parent)], parentFromJoint);
    }
    return largestOf(objectFromJoint.first(count));
}

}  // namespace sinew
