// Errors and differences, measured between frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void surveyErrors(Stage& stage);

/// Done after either way has changed and, while the clip is paused, for every moment that is shown.
void measureDifferenceWhenNeeded(Stage& stage);

/// Uploads the baked texture as a picture, while it is looked at.
void pictureBakedClips(Stage& stage);

}  // namespace sinew
