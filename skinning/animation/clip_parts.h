// Divides a clip into parts of time, each with a pose and bounds of the deviation from it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "skinning/animation/pose.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Relative rounding error of a joint's float arithmetic, with sampling and approximate slerp.
inline constexpr double kPoseRounding = 1e-5;

/// Posed parts per second for boxes.
inline constexpr double kPartsASecond = 64;

/// The number of parts for `often` parts per second; fewer for models with many joints and clips.
uint32_t partsOf(const Model& model, const Clip& clip, double often);

/// Bounds of the deviation of a joint's local transform.
struct LocalOff {
    double translation = 0;
    double turn = 0;  // arc length between unit quaternions
    double scale = 0;
};

/// Bounds of the deviation of a joint's matrix (origin and 3x3 norm), and of the 3x3's norm.
struct MatrixOff {
    double translation = 0;
    double linear = 0;
    double stretch = 1;

    /// The deviation of a child with the local transform `local`, which deviates by `off`.
    MatrixOff below(const Transform& local, const LocalOff& off) const;
};

struct ClipPart {
    std::span<const gpu::Affine> palette;
    const Pose& pose;
    std::span<const LocalOff> joints;
    std::span<const double> morphWeights;
    std::span<const double> positionOffs;  // by entry of BindBoxes
};

/// Calls `take` for `parts` equal parts of the clip's time, in order. Within a part, a joint's
/// local transform deviates by at most its channels' path length (travelled.h). Along the
/// hierarchy, a joint with the matrix M = P L deviates by |dP| |L| + |P| |dL|.
void eachPart(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts,
              const std::function<void(const ClipPart&)>& take);

}  // namespace sinew
