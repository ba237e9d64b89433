// Updates the panels' frame times and the title.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void recordFrameTimes(Stage& stage);

}  // namespace sinew
