// A frame of the window, and the swapchain around it.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// False while there is nothing to present on.
bool prepareSwapchain(Stage& stage);

/// What the characters of all models do in a frame of so many.
void letAllPlay(Stage& stage, FrameInput& input);

void renderFrame(Stage& stage);

}  // namespace sinew
