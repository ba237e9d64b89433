// Support and cost of each method with the chosen settings, on this device and for this model.
#pragma once

#include <array>
#include <string>

#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/skin/cost.h"

namespace sinew {

struct MethodState {
    std::string problem;  // why the method is unavailable; empty: available
    std::string note;     // substituted settings and the reason; empty: none
    CostCard cost;
};
using MethodStates = std::array<MethodState, kMethodCount>;

/// Returns the support and the cost of a choice. `passes`: State::passes().
MethodState methodState(const Scene& scene, const SkinChoice& choice, uint32_t passes, bool motion);

/// Returns `choice` with defaults for settings that its method does not support. A change of the
/// method keeps the settings, so some may be unsupported.
SkinChoice supportedChoice(const SkinChoice& choice);

}  // namespace sinew
