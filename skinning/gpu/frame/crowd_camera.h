// The initial cameras of pictures, benchmarks and the window.
#pragma once

#include <optional>
#include <span>
#include <vector>

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

/// A camera relative to the one that frames a crowd from the same direction. In double precision,
/// so that ten decimal digits give the same camera again.
struct CameraAngles {
    double yawDegrees = 0;
    double pitchDegrees = 0;
    double zoom = 1;                  // 2: twice as large as framed
    std::optional<glm::vec3> target;  // none: center of the crowd
    double shift = 0;                 // share of the image width, to the right
};
Camera cameraAt(const CameraAngles& angles, const Box& crowd, float aspect);
/// The inverse of cameraAt(), with a target.
CameraAngles anglesOf(const Camera& camera, const Box& crowd, float aspect);

/// Yaw, pitch, zoom; with a target also x, y, z; with a shift also that.
std::vector<double> numbersOf(const CameraAngles& angles);
/// The inverse of numbersOf(); a zoom of 1 may be left out. The number of values must be 2, 3, 6 or
/// 7.
CameraAngles anglesFrom(std::span<const double> numbers);

}  // namespace sinew
