// Lists the choices (method and settings) to verify and to measure.
#pragma once

#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Returns every method with its default settings, compute with every value of every setting, and
/// other methods with the settings that they implement themselves.
std::vector<SkinChoice> usualChoices();
/// Returns the combinations of the settings that `method` supports. Numbers (bake rate, joint
/// limit) keep their defaults. GPU posing, culling and quantized meshes appear in few combinations
/// only.
std::vector<SkinChoice> everyChoice(Method method);

}  // namespace sinew
