// Divides a clip into parts of time. Each part has one pose, and bounds of the deviation of all its
// other poses.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "skinning/animation/pose.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Bound of the relative rounding error of a joint's float arithmetic, including sampling and
/// approximate slerp.
inline constexpr double kPoseRounding = 1e-5;

/// Number of parts per second from which clip boxes are computed.
inline constexpr double kPartsASecond = 64;

/// Returns the number of parts for `often` parts per second. Models with many joints and clips get
/// fewer.
uint32_t partsOf(const Model& model, const Clip& clip, double often);

/// Bounds of how far a joint's local transform deviates from its value in the middle of a part.
struct LocalOff {
    double translation = 0;
    double turn = 0;  // arc length between unit quaternions
    double scale = 0;
};

/// Bounds for a joint's matrix: the deviation of its origin, the deviation of its 3x3 part (a
/// norm), and the norm of the 3x3 part itself.
struct MatrixOff {
    double translation = 0;
    double linear = 0;
    double stretch = 1;

    /// Returns the bounds for a child joint, whose local transform `local` deviates by at most
    /// `off`.
    MatrixOff below(const Transform& local, const LocalOff& off) const;
};

struct ClipPart {
    std::span<const gpu::Affine> palette;
    const Pose& pose;
    std::span<const LocalOff> joints;
    std::span<const double> morphWeights;
    // For each entry of BindBoxes, a bound of how far its skinned vertices deviate.
    std::span<const double> positionOffs;
};

/// Divides the clip's time into `parts` equal parts, and calls `take` for each in order. Within a
/// part, a joint's local transform deviates by at most the path length of its channels
/// (travelled.h). A joint's matrix is M = P L, with the parent's matrix P and the local transform
/// L. It deviates by at most |dP| |L| + |P| |dL|.
void eachPart(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts,
              const std::function<void(const ClipPart&)>& take);

}  // namespace sinew
