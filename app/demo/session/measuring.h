// Measures errors and differences between frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void surveyErrors(Stage& stage);

/// Measures after a change of either method and, while paused, for every shown time.
void measureDifferenceWhenNeeded(Stage& stage);

/// Uploads the baked texture as an image while the baked view is open.
void pictureBakedClips(Stage& stage);

}  // namespace sinew
