// Angles and distances of the initial cameras.
#include "skinning/gpu/frame/crowd_camera.h"

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

Camera cameraAbove(const Box& crowd, float aspect) {
    Camera camera{.target = crowd.center(), .yawRadians = 0.5f, .pitchRadians = 1.0f};
    const float half = 0.5f * camera.verticalFovRadians;
    // For a camera at height 1: distance and half width of the ground at an edge of the picture.
    const auto far = [&](float below) { return 1.0f / std::tan(below); };
    const auto wide = [&](float below) {
        return std::cos(half) / std::sin(below) * std::tan(half) * aspect;
    };
    const float low = camera.pitchRadians + half, high = camera.pitchRadians - half;
    const float area = (far(high) - far(low)) * (wide(low) + wide(high));
    const glm::vec3 size = crowd.high - crowd.low;
    camera.distance = std::sqrt(size.x * size.z / area) / std::sin(camera.pitchRadians);
    return camera;
}

Camera cameraWithin(const Box& crowd, uint32_t instanceCount, float aspect) {
    constexpr float kVisible = 5;  // columns and rows
    const float columns = std::ceil(std::sqrt(static_cast<float>(instanceCount)));
    if (columns < kVisible) return crowdCamera(crowd, instanceCount, aspect);
    const float share = kVisible / columns;
    const float middle = crowd.center().x, half = 0.5f * share * (crowd.high.x - crowd.low.x);
    Box front = crowd;
    front.low.x = middle - half;
    front.high.x = middle + half;
    front.low.z = crowd.high.z - share * (crowd.high.z - crowd.low.z);
    Camera camera{.yawRadians = 0.4f, .pitchRadians = 0.2f};
    camera.frame(front.low, front.high, aspect);
    return camera;
}

Camera cameraAt(const CameraAngles& angles, const Box& crowd, float aspect) {
    Camera camera{.yawRadians = glm::radians(angles.yawDegrees),
                  .pitchRadians = glm::radians(angles.pitchDegrees)};
    camera.frame(crowd.low, crowd.high, aspect);
    camera.zoom(1.0f / angles.zoom);
    if (angles.target) camera.target = *angles.target;
    return camera;
}

CameraAngles anglesOf(const Camera& camera, const Box& crowd, float aspect) {
    Camera framed = camera;
    framed.frame(crowd.low, crowd.high, aspect);
    return {.yawDegrees = glm::degrees(camera.yawRadians),
            .pitchDegrees = glm::degrees(camera.pitchRadians),
            .zoom = framed.distance / camera.distance,
            .target = camera.target};
}

}  // namespace sinew
