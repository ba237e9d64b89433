// Renders a frame of the window and maintains the swapchain.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Resizes the swapchain with the window. Returns false while the window cannot present.
bool prepareSwapchain(Stage& stage);

/// Sets the requests and anchors of all models for the frame's instance count.
void fillPlayback(Stage& stage, FrameInput& input);

void renderFrame(Stage& stage);

}  // namespace sinew
