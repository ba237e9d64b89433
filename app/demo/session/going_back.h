// Where a frame cannot be drawn: what was shown before.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Renders it. Where that fails, tells why and draws what was shown before.
void renderOrGoBack(Stage& stage, FrameInput& input);

}  // namespace sinew
