// Camera matrices and movement.
#include "renderer/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

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

void Camera::frame(glm::vec3 low, glm::vec3 high, float aspect) {
    target = 0.5f * (low + high);
    const glm::mat3 view(viewFromWorld());
    const float tanVertical = std::tan(verticalFovRadians * 0.5f);
    const float tanHorizontal = tanVertical * aspect;
    float farthest = 1e-3f;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::vec3 p((corner & 1) ? high.x : low.x, (corner & 2) ? high.y : low.y,
                          (corner & 4) ? high.z : low.z);
        const glm::vec3 v = view * (p - target);  // z towards the camera
        farthest = std::max(
            {farthest, v.z + std::abs(v.x) / tanHorizontal, v.z + std::abs(v.y) / tanVertical});
    }
    distance = 0.92f * farthest;  // the box's corners are empty
}

}  // namespace sinew
