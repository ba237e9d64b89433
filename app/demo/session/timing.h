// The panels' figures of the last frames, and the title.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void noteFrame(Stage& stage);

}  // namespace sinew
