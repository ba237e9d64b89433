// The mouse moves the camera.
#pragma once

#include "renderer/camera.h"

namespace sinew {

/// Orbit (left drag), pan (right or middle drag, shift and left drag), zoom (wheel), where the
/// interface does not want the mouse. Call within an ImGui frame. Returns whether the camera moved.
bool steerCamera(Camera& camera);

}  // namespace sinew
