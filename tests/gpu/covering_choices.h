// Covering arrays of skinning choices: few choices that hold each value, or each pair of values, of
// all settings.
#pragma once

#include <functional>
#include <vector>

#include "skinning/settings.h"

namespace sinew::test {

/// Which combinations of values the choices cover. The method counts as a setting.
enum class Covered { values, pairs };

/// Choices that together hold every value, or every pair of values, that one of a fixed number of
/// random choices holds which `isPossible` accepts. The same seed gives the same choices on every
/// machine. The bake rate and the joint limit keep their defaults.
std::vector<SkinChoice> coveringChoices(Covered covered, uint32_t seed,
                                        const std::function<bool(const SkinChoice&)>& isPossible);

}  // namespace sinew::test
