// Computes points around all instances, to which the camera is fitted.
#pragma once

#include <array>
#include <vector>

#include "app/demo/session/stage.h"

namespace sinew {

std::array<glm::vec3, 8> cornersOf(const Box& box);

/// Returns world-space points whose convex hull contains all instances. Up to 64 instances of one
/// model with a clip are posed at times over the entire clip; other crowds are posed at the current
/// time.
std::vector<glm::vec3> crowdOutline(Stage& stage);

}  // namespace sinew
