// Lists the choices (method and settings) to verify and to measure.
#pragma once

#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Every method with its defaults. Compute also gets every value of every setting; other methods
/// get the settings that they implement themselves: blends, outputs, baked texels, GPU posing,
/// culling.
std::vector<SkinChoice> usualChoices();
/// Combinations of the settings that `method` supports. Bake rate and joint limit keep their
/// defaults. GPU posing, culling and quantized meshes are limited to combinations that run
/// different code.
std::vector<SkinChoice> everyChoice(Method method);

}  // namespace sinew
