// The animators of all models go on together, and those that walk about are steered.
#pragma once

#include <optional>

#include "app/demo/session/stage.h"

namespace sinew {

/// Lets the animators that play go on, where poses come at a rate from one of them to the next.
void advanceAnimators(Stage& stage, float seconds);

/// FrameInput::around.
std::optional<Box> aroundWalkers(const Stage& stage);

}  // namespace sinew
