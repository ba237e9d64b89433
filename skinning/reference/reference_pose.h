// The reference's local pose, and the term sizes that bound its rounding errors (rounding.h).
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"

namespace sinew::reference {

/// Sums of the absolute values of the terms that a float implementation adds for a local transform;
/// 0 if the value is stored. `rotation` is divided by the length of the quaternion sum. It is
/// infinite if rounding decides between q and -q.
struct TermSizes {
    double translation = 0;
    double rotation = 0;
    double scale = 0;
};

struct LocalPose {
    std::vector<glm::dvec3> translations;
    std::vector<glm::dquat> rotations;  // unit length
    std::vector<glm::dvec3> scales;
    std::vector<double> weights;
    std::vector<TermSizes> sizes;     // per joint
    std::vector<double> weightSizes;  // per morph weight
};

LocalPose localPose(const Model& model, const PoseRequest& request);

}  // namespace sinew::reference
