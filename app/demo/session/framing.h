// Positions the camera.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Frames the crowd in the area between the panels.
void frameCamera(Stage& stage);

/// Frames the crowd and looks from `yawRadians`, nearly level; 0: from the front.
void lookFrom(Stage& stage, float yawRadians);

/// Restores the camera of the last run, once: later models are framed.
void restoreCamera(Stage& stage);

/// Moves the camera to the other side of the crowd: a cut without motion vectors.
void teleport(Stage& stage);

/// Copies the `sinew-cli render` command for the view to the clipboard.
void copyCommand(Stage& stage);

}  // namespace sinew
