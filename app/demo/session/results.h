// Receives results of worker threads.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Receives models, baked clips and shaders, and updates progress.
void receiveResults(Stage& stage);

}  // namespace sinew
