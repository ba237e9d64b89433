// Mouse control of the camera, and clicks on the image.
#pragma once

#include <optional>

#include "renderer/passes/camera.h"

namespace sinew {

/// Orbits (left drag), pans (right, middle or shift drag) and zooms (wheel) within an ImGui frame.
/// Returns true if the camera moved. The camera stays above the ground.
bool steerCamera(Camera& camera);

/// Limits the pitch so that the eye is above the ground, y = 0. If no pitch suffices, raises the
/// target.
void keepAboveGround(Camera& camera);

/// Returns the position of the mouse on the image: -1 to 1, y down.
glm::vec2 mouseOnPicture();

/// Returns the position of a click in this frame; nothing without a click or after a drag.
std::optional<glm::vec2> clickOnPicture();

}  // namespace sinew
