// Applies changed settings, from shortcuts, panels or other settings.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void followSettings(Stage& stage);

}  // namespace sinew
