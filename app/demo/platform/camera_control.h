// Mouse control of the camera, and clicks on the image.
#pragma once

#include <optional>

#include "renderer/camera.h"

namespace sinew {

/// Orbits (left drag), pans (right, middle or shift drag) and zooms (wheel) within an ImGui frame.
/// Returns true if the camera moved. It stays above the ground.
bool steerCamera(Camera& camera);

/// Limits the pitch so that the eye is above the ground, y = 0. If no pitch suffices, raises the
/// target.
void keepAboveGround(Camera& camera);

/// Position of the mouse on the image: -1 to 1, y down.
glm::vec2 mouseOnPicture();

/// Returns this frame's click on the image, if it is not a drag.
std::optional<glm::vec2> clickOnPicture();

}  // namespace sinew
