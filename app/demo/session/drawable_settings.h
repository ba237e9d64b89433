// Selects the settings of a frame, whose baked clips and LODs must be finished.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice);

/// Returns the settings of the next frame. Starts missing bakes and LODs, and substitutes other
/// methods until they are finished.
FrameSettings drawableSettings(Stage& stage);

}  // namespace sinew
