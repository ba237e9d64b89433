// Skin weights of the mannequin as a smooth function of the place on its surface.
#pragma once

#include <vector>

#include "assets/mannequin/body.h"

namespace sinew::assets {

/// At most `limit` influences for a point of the surface.
Influences mannequinInfluences(const Body& body, Vec3 p, std::size_t limit);

/// Keeps the heaviest `limit` of `dense` (one weight for each joint), normalised.
Influences strongest(const std::vector<double>& dense, std::size_t limit);

}  // namespace sinew::assets
