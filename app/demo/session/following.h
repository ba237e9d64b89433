// Acting on settings that keys, panels or other settings changed.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void followSettings(Stage& stage);

}  // namespace sinew
