// Falls back to earlier settings if a frame cannot be rendered.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Renders the frame. On an error, shows the message and renders the last working state.
void renderOrFallBack(Stage& stage, FrameInput& input);

}  // namespace sinew
