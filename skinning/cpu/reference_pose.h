// The reference's pose before the palette, and the sizes that rounding.h bounds its errors by.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"

namespace sinew::reference {

/// The sums of the absolute values of all terms that a float implementation adds up; 0 for a value
/// that is stored. A rotation's is relative to the length of the sum, and infinite where rounding
/// decides between q and -q.
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
