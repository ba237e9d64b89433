// Points around all instances, for framing.
#pragma once

#include <array>
#include <vector>

#include "app/demo/session/stage.h"

namespace sinew {

std::array<glm::vec3, 8> cornersOf(const Box& box);

/// World-space points whose convex hull contains all instances: over their clip if they are few,
/// else in their current poses.
std::vector<glm::vec3> crowdOutline(Stage& stage);

}  // namespace sinew
