// Measures errors and differences between frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void surveyErrors(Stage& stage);

/// Measures after a change of either method and, while paused, for every shown time.
void measureDifferenceWhenNeeded(Stage& stage);

void pictureBakedClips(Stage& stage);
void pictureMaterials(Stage& stage);

}  // namespace sinew
