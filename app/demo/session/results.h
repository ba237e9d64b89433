// Receives results of worker threads.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void receiveResults(Stage& stage);

}  // namespace sinew
