// The mouse moves the camera, and the camera finds the crowd.
#pragma once

#include "renderer/camera.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// Orbit (left drag), pan (right or middle drag, shift and left drag), zoom (wheel), where the
/// interface does not want the mouse. Call within an ImGui frame. Returns whether the camera moved.
bool steerCamera(Camera& camera);

/// Three-quarter view of the whole crowd, from higher the more there are. `bounds` is of one
/// instance, object space; `aspect` is of the part of the window that nothing covers.
void frameCrowd(Camera& camera, const Box& bounds, uint32_t instanceCount, float aspect);

}  // namespace sinew
