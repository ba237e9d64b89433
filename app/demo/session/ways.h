// The ways of skinning that can be drawn now.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

bool playsBakedClips(const SkinChoice& choice);

/// What the settings ask for; other ways in place of those whose clips are being baked, which it
/// starts.
FrameSettings drawableSettings(Stage& stage);

}  // namespace sinew
