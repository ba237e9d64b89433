// Finds the instance and the joint under the mouse.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

void pick(Stage& stage, const glm::vec2& at);

/// Sets the joint under the mouse in the view of weights. Skipped for large crowds.
void pointAtJoint(Stage& stage);

}  // namespace sinew
