// What the mannequin wears: the colour of its surface at any point.
#pragma once

#include "assets/mannequin/body.h"
#include "assets/surface/unwrap.h"

namespace sinew::assets {

/// sRGB colour in [0, 1] with soft occlusion painted in.
Vec3 mannequinColour(const Body& body, Vec3 position, Vec3 normal);

/// Charts by body part, split where seams show least.
ChartPlan mannequinCharts(const Body& body);

}  // namespace sinew::assets
