// What threads beside the window have done.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Models, baked clips and shaders that are ready, and how far the others are.
void receiveResults(Stage& stage);

}  // namespace sinew
