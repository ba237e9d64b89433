// What each method does with the chosen settings, on this device and for this model.
#pragma once

#include <array>
#include <string>

#include "skinning/gpu/cost.h"
#include "skinning/gpu/scene.h"

namespace sinew {

struct MethodState {
    std::string problem;  // why it cannot be used; empty: it can
    std::string note;     // what is used instead, and why; empty: nothing
    CostCard cost;        // of what was asked for
};
using MethodStates = std::array<MethodState, kMethodCount>;

/// `passes`: shadow cascades, and the forward pass.
MethodState methodState(const Scene& scene, const SkinChoice& choice, uint32_t passes, bool motion);

/// Without the settings that the method ignores. Settings stay when the method changes, so they may
/// hold values that the new method cannot use.
SkinChoice supportedChoice(const SkinChoice& choice);

}  // namespace sinew
