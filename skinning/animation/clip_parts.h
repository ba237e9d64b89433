// A clip in parts of time: the pose in the middle of each, and how far vertices and palette entries
// may be from it within the part. What bounds over all time are made of.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/animation/pose.h"

namespace sinew {

/// Of a joint's arithmetic in float, a sampled rotation and an approximate slerp included: a share
/// of what is summed.
inline constexpr double kPoseRounding = 1e-5;

/// How often a second boxes are posed.
inline constexpr double kPartsASecond = 64;

/// Parts of the clip's time to look at, `often` times a second; fewer of a model with many joints
/// and clips.
uint32_t partsOf(const Model& model, const Clip& clip, double often);

/// How far a joint's local transform is off at the most.
struct LocalOff {
    double translation = 0;
    double turn = 0;  // way over the unit quaternions
    double scale = 0;
};

/// How far a joint's matrix is off at the most, and how long its 3x3 is.
struct MatrixOff {
    double place = 0;
    double linear = 0;
    double stretch = 1;

    /// Of a child whose local transform is `local`, within `off` of it.
    MatrixOff below(const Transform& local, const LocalOff& off) const;
};

/// The pose in the middle of a part, and what may be off from there within it.
struct ClipPart {
    std::span<const gpu::Affine> palette;
    const Pose& pose;
    std::span<const LocalOff> joints;
    std::span<const double> morphWeights;
    std::span<const double> places;  // of a vertex, by the number of its entry in BindBoxes
};

/// `parts` equal ones of the clip's time, one after the other. Within a part, a joint's local
/// transform is off by no more than its channels travel (travelled.h). Down the hierarchy, a joint
/// with the matrix M = P L is off by |dP| |L| + |P| |dL|.
void eachPart(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts,
              const std::function<void(const ClipPart&)>& take);

}  // namespace sinew
