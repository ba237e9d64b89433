// The initial cameras of pictures, benchmarks and the window.
#pragma once

#include <optional>

#include "renderer/camera.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// A three-quarter view of the world-space box `crowd`; the pitch grows with `instanceCount`.
Camera crowdCamera(const Box& crowd, uint32_t instanceCount, float aspect);

/// As crowdCamera() for few instances; for many, a view of the front rows from just above them.
Camera cameraWithin(const Box& crowd, uint32_t instanceCount, float aspect);

/// A view from above the center of the world-space box `crowd`, in which the visible ground has the
/// area of the crowd.
Camera cameraAbove(const Box& crowd, float aspect);

/// A camera relative to the one that frames a crowd from the same direction.
struct CameraAngles {
    float yawDegrees = 0.0f;
    float pitchDegrees = 0.0f;
    float zoom = 1.0f;                // 2: twice as large as framed
    std::optional<glm::vec3> target;  // none: center of the crowd
};
Camera cameraAt(const CameraAngles& angles, const Box& crowd, float aspect);
/// The inverse of cameraAt(), with a target.
CameraAngles anglesOf(const Camera& camera, const Box& crowd, float aspect);

}  // namespace sinew
