// Camera matrices and movement.
#include "renderer/passes/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

namespace sinew {

glm::vec3 Camera::position() const {
    const float c = std::cos(pitchRadians);
    return target + distance * glm::vec3(std::sin(yawRadians) * c, std::sin(pitchRadians),
                                         std::cos(yawRadians) * c);
}

glm::mat4 Camera::viewFromWorld() const {
    return glm::lookAt(position(), target, glm::vec3(0.0f, 1.0f, 0.0f));
}

glm::mat4 Camera::clipFromWorld(float aspect) const {
    const float f = 1.0f / std::tan(verticalFovRadians * 0.5f);
    glm::mat4 clipFromView(0.0f);
    clipFromView[0][0] = f / aspect;
    clipFromView[1][1] = -f;  // Vulkan's clip space has y down
    clipFromView[2][0] = -shift.x;
    clipFromView[2][1] = -shift.y;
    clipFromView[2][3] = -1.0f;
    clipFromView[3][2] = nearPlane();
    return clipFromView * viewFromWorld();
}

void Camera::orbit(float yaw, float pitch) {
    yawRadians += yaw;
    pitchRadians = glm::clamp(pitchRadians + pitch, -1.5f, 1.5f);
}

void Camera::pan(float right, float up) {
    const glm::mat4 view = viewFromWorld();
    const float height = 2.0f * distance * std::tan(verticalFovRadians * 0.5f);
    const glm::vec3 rightAxis(view[0][0], view[1][0], view[2][0]);
    const glm::vec3 upAxis(view[0][1], view[1][1], view[2][1]);
    target += height * (right * rightAxis + up * upAxis);
}

void Camera::fit(std::span<const glm::vec3> points, float aspect, const Margins& margins) {
    const glm::mat3 view(viewFromWorld());
    const glm::vec2 tangents = std::tan(verticalFovRadians * 0.5f) * glm::vec2(aspect, 1.0f);
    // Slopes of four planes through the eye. All points must be between these planes.
    const glm::vec2 lowSlope = tangents * (1.0f - 2.0f * glm::vec2(margins.left, margins.bottom));
    const glm::vec2 highSlope = tangents * (1.0f - 2.0f * glm::vec2(margins.right, margins.top));
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    glm::vec2 low(kInfinity), high(-kInfinity);
    float farthest = kInfinity, nearest = -kInfinity;
    for (const glm::vec3& point : points) {
        const glm::vec3 p = view * point;  // z towards the camera
        low = glm::min(low, glm::vec2(p) - lowSlope * p.z);
        high = glm::max(high, glm::vec2(p) + highSlope * p.z);
        farthest = std::min(farthest, p.z);
        nearest = std::max(nearest, p.z);
    }
    if (points.empty()) return;
    const float depth = nearest - farthest;
    const glm::vec2 least = (high - low) / (lowSlope + highSlope);
    const float eye = std::max({least.x, least.y, nearest + 0.05f * depth});
    glm::vec2 middle(0.0f);
    for (int axis = 0; axis < 2; ++axis) {
        // Bisection: finds the camera position for which the gaps at both sides of the image are
        // equal.
        float from = high[axis] - highSlope[axis] * eye, to = low[axis] + lowSlope[axis] * eye;
        constexpr int kSteps = 12;
        for (int step = 0; step < kSteps; ++step) {
            middle[axis] = 0.5f * (from + to);
            float gapLow = lowSlope[axis], gapHigh = highSlope[axis];
            for (const glm::vec3& point : points) {
                const glm::vec3 p = view * point;
                const float slope = (p[axis] - middle[axis]) / (eye - p.z);
                gapLow = std::min(gapLow, lowSlope[axis] + slope);
                gapHigh = std::min(gapHigh, highSlope[axis] - slope);
            }
            (gapLow > gapHigh ? from : to) = middle[axis];
        }
    }
    const float targetDepth = nearest - 0.5f * depth;
    target = glm::transpose(view) * glm::vec3(middle, targetDepth);
    distance = std::max(eye - targetDepth, kNearest);
}

void Camera::frame(glm::vec3 low, glm::vec3 high, float aspect) {
    target = 0.5f * (low + high);
    const glm::mat3 view(viewFromWorld());
    const float tanVertical = std::tan(verticalFovRadians * 0.5f);
    const float tanHorizontal = tanVertical * aspect;
    float farthest = kNearest;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 p((corner & 1) ? high.x : low.x, (corner & 2) ? high.y : low.y,
                          (corner & 4) ? high.z : low.z);
        const glm::vec3 v = view * (p - target);  // z towards the camera
        farthest = std::max(
            {farthest, v.z + std::abs(v.x) / tanHorizontal, v.z + std::abs(v.y) / tanVertical});
    }
    // Models rarely fill the corners of their box, so the camera can be closer.
    distance = 0.92f * farthest;
}

}  // namespace sinew
