// Angles and distance for a crowd.
#include "skinning/gpu/crowd_camera.h"

#include <algorithm>
#include <cmath>

namespace sinew {

Camera crowdCamera(const Box& crowd, uint32_t instanceCount, float aspect) {
    const float crowded = std::min(std::log2(static_cast<float>(instanceCount)) / 8.0f, 1.0f);
    Camera camera{.yawRadians = 0.5f, .pitchRadians = 0.16f + 0.34f * crowded};
    camera.frame(crowd.low, crowd.high, aspect);
    camera.distance *= 1.06f;
    return camera;
}

}  // namespace sinew
