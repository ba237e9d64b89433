// Receives the results of worker threads: models, baked clips, LODs and shaders.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void receiveResults(Stage& stage);

}  // namespace sinew
