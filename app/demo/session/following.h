// Applies settings that shortcuts, panels or other settings have changed.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void followSettings(Stage& stage);

}  // namespace sinew
