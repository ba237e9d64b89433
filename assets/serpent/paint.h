// The serpent's scales and fins in colour.
#pragma once

#include "assets/serpent/shape.h"
#include "assets/surface/unwrap.h"

namespace sinew::assets {

/// sRGB colour in [0, 1] of a point of one of the pieces.
Vec3 serpentColour(SerpentPiece piece, Vec3 position, Vec3 normal);

/// Charts: the body in half tubes of some length, every other piece by its sides.
ChartPlan serpentCharts(const SerpentShape& shape);

}  // namespace sinew::assets
