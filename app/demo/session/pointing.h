// Finds the instance and the joint under the mouse, and poses selected joints.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Picks the instance at a point of the image, or a joint under the mouse.
void pick(Stage& stage, const glm::vec2& at);

/// Moves the camera to the instance at a point of the image and keeps its direction.
void focus(Stage& stage, const glm::vec2& at);

/// Updates State::joints. In large crowds the joint under the mouse is not searched.
void followJoints(Stage& stage);

}  // namespace sinew
