// The loop.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Until the user or a signal ends it, or as many frames as wanted were shown. Then writes settings
/// and pipeline cache.
void runWindow(Stage& stage);

}  // namespace sinew
