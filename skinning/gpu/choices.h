// The choices (method and settings) to verify and to measure.
#pragma once

#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Every method at its defaults and, with compute, every value of every setting; with the others
/// what they do by means of their own: blends, outputs, baked texels, poses on the GPU, and
/// culling.
std::vector<SkinChoice> usualChoices();
/// Every combination of the settings that `method` heeds. Of the numbers, bake rate and joint
/// limit, only the defaults; of poses on the GPU, what reads more of them than palettes do; of
/// culling, what steps work on lists.
std::vector<SkinChoice> everyChoice(Method method);

}  // namespace sinew
