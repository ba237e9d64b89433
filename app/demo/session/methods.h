// Support and cost of each method with the chosen settings, on this device and for this model.
#pragma once

#include <array>
#include <string>

#include "skinning/gpu/cost.h"
#include "skinning/gpu/scene.h"

namespace sinew {

struct MethodState {
    std::string problem;  // why it is unavailable; empty: available
    std::string note;     // substituted settings and the reason; empty: none
    CostCard cost;        // of the requested choice
};
using MethodStates = std::array<MethodState, kMethodCount>;

/// `passes` are the shadow cascades and the forward pass.
MethodState methodState(const Scene& scene, const SkinChoice& choice, uint32_t passes, bool motion);

/// Resets the settings that the method does not support. Settings are kept when the method changes,
/// so they may have unsupported values.
SkinChoice supportedChoice(const SkinChoice& choice);

}  // namespace sinew
