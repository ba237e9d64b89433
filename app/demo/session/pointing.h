// What is under the mouse.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Picks the character under a point of the picture, or none.
void pick(Stage& stage, const glm::vec2& at);

/// Notes the joint under the mouse, in the view of weights. Of a large crowd it would cost much.
void pointAtJoint(Stage& stage);

}  // namespace sinew
