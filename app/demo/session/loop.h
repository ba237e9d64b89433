// The main loop of the window.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Runs until the user, a signal or the frame limit ends the program. Saves settings and pipeline
/// cache.
void runWindow(Stage& stage);

}  // namespace sinew
