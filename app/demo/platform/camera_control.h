// The mouse moves the camera.
#pragma once

#include <optional>

#include "renderer/camera.h"

namespace sinew {

/// Orbit (left drag), pan (right or middle drag, shift and left drag), zoom (wheel), where the
/// interface does not want the mouse. Call within an ImGui frame. Returns whether the camera moved.
bool steerCamera(Camera& camera);

/// Where the picture was clicked on, and not dragged over, in this frame: from -1 to 1, downwards.
std::optional<glm::vec2> clickOnPicture();

}  // namespace sinew
