// Selects skinning methods whose baked clips and LODs are ready.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice);

/// Returns the frame's settings. Starts missing bakes and LODs, and substitutes other methods until
/// then.
FrameSettings drawableSettings(Stage& stage);

}  // namespace sinew
