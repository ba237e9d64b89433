// The dance: eight beats in four seconds.
#pragma once

#include "assets/mannequin/figure.h"

namespace sinew::assets {

inline constexpr double kDanceSeconds = 4.0;

/// The figure at `phase` in [0, 1) of the dance.
Figure danceAt(double phase);

}  // namespace sinew::assets
