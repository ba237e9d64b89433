// Positions the camera.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Frames the crowd in the area between the panels.
void frameCamera(Stage& stage);

/// Moves the camera to a world-space box and keeps its direction.
void frameBox(Stage& stage, const Box& box);

/// Turns the camera if the turntable is on, unless the mouse steers it or a ranking runs.
void turnCamera(Stage& stage, float seconds);

/// Frames the crowd and looks from `yawRadians`, nearly level; 0: from the front.
void lookFrom(Stage& stage, float yawRadians);

/// Restores the saved camera of the last run. Only the first call has an effect.
void restoreCamera(Stage& stage);

/// Moves the camera to the other side of the crowd: a cut without motion vectors.
void teleport(Stage& stage);

/// Copies the `sinew-cli render` command for the view to the clipboard.
void copyCommand(Stage& stage);

}  // namespace sinew
