// Measures errors and vertex differences, and uploads images for the panels, between two frames.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void surveyErrors(Stage& stage);

/// Measures the vertex difference of methods A and B if either changed or, while playback is
/// paused, if the time changed.
void measureDifferenceWhenNeeded(Stage& stage);

void pictureBakedClips(Stage& stage);
void pictureMaterials(Stage& stage);

}  // namespace sinew
