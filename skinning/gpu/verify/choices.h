// Lists the choices (method and settings) to verify and to measure.
#pragma once

#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Every method with its defaults, compute with every value of every setting, and other methods
/// with the settings that they implement themselves.
std::vector<SkinChoice> usualChoices();
/// Combinations of the settings that `method` supports, without numbers (bake rate, joint limit).
/// GPU posing, culling and quantized meshes have few combinations.
std::vector<SkinChoice> everyChoice(Method method);

}  // namespace sinew
