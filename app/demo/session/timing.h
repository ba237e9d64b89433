// Records frame times for the panels, and updates the window title.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void recordFrameTimes(Stage& stage);

}  // namespace sinew
