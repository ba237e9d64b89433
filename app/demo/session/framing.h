// Where the camera stands.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Frames the crowd in the room that panels leave.
void frameCamera(Stage& stage);

/// To where it was moved in the last run. Once: models that come later are framed.
void restoreCamera(Stage& stage);

/// Moves the camera to the other side of the crowd in one frame: a cut, which has no motion.
void teleport(Stage& stage);

/// The `sinew-cli render` that draws the view, to the clipboard.
void copyCommand(Stage& stage);

}  // namespace sinew
