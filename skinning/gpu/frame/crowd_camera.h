// The initial cameras of pictures, benchmarks and the window.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "renderer/passes/camera.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Returns a three-quarter view of the world-space box `crowd`. Its pitch grows with
/// `instanceCount`.
Camera crowdCamera(const Box& crowd, uint32_t instanceCount, float aspect);

/// Returns crowdCamera() for few instances; for many, a view of the front rows from just above
/// them.
Camera cameraWithin(const Box& crowd, uint32_t instanceCount, float aspect);

/// Returns a view from above the center of the world-space box `crowd`, in which the visible ground
/// has the area of the crowd.
Camera cameraAbove(const Box& crowd, float aspect);

/// A camera, relative to the camera that frames a crowd from the same direction. Its numbers are
/// doubles, so that ten decimal digits restore exactly the same camera.
struct CameraAngles {
    double yawDegrees = 0;
    double pitchDegrees = 0;
    double zoom = 1;                  // 2: appears twice as large
    std::optional<glm::vec3> target;  // none: center of the crowd
    double shift = 0;                 // share of the image width, to the right
};
Camera cameraAt(const CameraAngles& angles, const Box& crowd, float aspect);
/// The inverse of cameraAt(). The result has a target.
CameraAngles anglesOf(const Camera& camera, const Box& crowd, float aspect);

/// Returns yaw, pitch, zoom; if there is a target, also x, y, z and then the shift, if it is not 0.
std::vector<double> numbersOf(const CameraAngles& angles);
/// The inverse of numbersOf(); a zoom of 1 may be left out. The number of values must be 2, 3, 6 or
/// 7.
CameraAngles anglesFrom(std::span<const double> numbers);

}  // namespace sinew
