// What a skeleton and a skin are made of before they become glTF.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assets/math/vector.h"

namespace sinew::assets {

/// A joint in the bind pose, where its axes are the object's axes.
struct JointPlace {
    std::string name;
    int parent = -1;
    Vec3 position;  // in object space
};

/// (joint, weight) of one vertex: heaviest first, adding up to 1.
using Influences = std::vector<std::pair<int, double>>;

}  // namespace sinew::assets
