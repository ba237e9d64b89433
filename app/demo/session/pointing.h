// Finds the instance and the joint under the mouse, and poses selected joints.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Selects the joint whose dot is under the mouse. Without such a joint, picks the instance at a
/// point of the image.
void pick(Stage& stage, const glm::vec2& at);

/// Moves the camera to the instance at a point of the image and keeps its direction.
void focus(Stage& stage, const glm::vec2& at);

/// Updates State::joints. With more than 1000 instances, the joint under the mouse is not searched.
void followJoints(Stage& stage);

}  // namespace sinew
