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
    // For a camera at height 1. A ray at the angle `below` under the horizon meets the ground at
    // the distance far(); the image shows the ground there with the half width wide().
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
    Camera camera{.yawRadians = static_cast<float>(glm::radians(angles.yawDegrees)),
                  .pitchRadians = static_cast<float>(glm::radians(angles.pitchDegrees))};
    camera.frame(crowd.low, crowd.high, aspect);
    camera.distance = static_cast<float>(double{camera.distance} / angles.zoom);
    camera.zoom(1.0f);  // clamps the distance
    if (angles.target) camera.target = *angles.target;
    camera.shift.x = static_cast<float>(2 * angles.shift);
    return camera;
}

CameraAngles anglesOf(const Camera& camera, const Box& crowd, float aspect) {
    Camera framed = camera;
    framed.frame(crowd.low, crowd.high, aspect);
    return {.yawDegrees = glm::degrees(double{camera.yawRadians}),
            .pitchDegrees = glm::degrees(double{camera.pitchRadians}),
            .zoom = double{framed.distance} / double{camera.distance},
            .target = camera.target,
            .shift = 0.5 * double{camera.shift.x}};
}

std::vector<double> numbersOf(const CameraAngles& angles) {
    std::vector<double> numbers{angles.yawDegrees, angles.pitchDegrees, angles.zoom};
    if (!angles.target) return numbers;
    for (int i = 0; i < 3; ++i) numbers.push_back(double{(*angles.target)[i]});
    if (angles.shift != 0) numbers.push_back(angles.shift);
    return numbers;
}

CameraAngles anglesFrom(std::span<const double> numbers) {
    CameraAngles angles{.yawDegrees = numbers[0], .pitchDegrees = numbers[1]};
    if (numbers.size() > 2) angles.zoom = numbers[2];
    if (numbers.size() > 5) angles.target = glm::vec3(numbers[3], numbers[4], numbers[5]);
    if (numbers.size() > 6) angles.shift = numbers[6];
    return angles;
}

}  // namespace sinew
