// Which ways of skinning there are to verify and to measure.
#pragma once

#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Every method at its defaults and, with compute, every value of every setting; with the others
/// what they do by means of their own: blends, outputs and baked texels.
std::vector<SkinChoice> usualChoices();
/// Every combination of the settings that `method` heeds. Of the numbers, bake rate and joint
/// limit, only the defaults.
std::vector<SkinChoice> everyChoice(Method method);

}  // namespace sinew
