// Selects skinning methods with finished bakes and LODs.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice);

/// Starts missing bakes and LODs, and substitutes other methods until then.
FrameSettings drawableSettings(Stage& stage);

}  // namespace sinew
