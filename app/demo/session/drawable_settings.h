// Selects frame settings that can be drawn now, without unfinished baked clips and LODs.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice);

/// Returns the settings of the next frame. Starts to make missing baked clips and LODs, and returns
/// other methods until these are finished.
FrameSettings drawableSettings(Stage& stage);

}  // namespace sinew
