// An orbit camera with reversed depth and an infinite far plane.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace sinew {

/// Orbits `target` in a right-handed world, +Y up. Depth is reversed (near plane 1, infinity 0):
/// float precision is highest near 0, and the perspective divide favours the near plane. Together
/// they give nearly uniform precision up to infinity.
struct Camera {
    glm::vec3 target{0.0f, 0.9f, 0.0f};
    float yawRadians = 0.0f;    // 0: camera at +Z; counter-clockwise seen from above
    float pitchRadians = 0.0f;  // positive: looks down from above
    float distance = 4.0f;
    static constexpr float kNearest = 1e-6f;  // smallest distance
    float verticalFovRadians = 0.7f;
    /// Clip-space position of the target. It moves the image so that UI panels do not cover the
    /// target.
    glm::vec2 shift{0.0f};

    glm::vec3 position() const;
    float nearPlane() const { return distance * 0.01f; }
    glm::mat4 viewFromWorld() const;
    glm::mat4 clipFromWorld(float aspect) const;

    void orbit(float yaw, float pitch);
    void pan(float right, float up);  // fractions of the view height at the target
    void zoom(float factor) { distance = glm::clamp(distance * factor, kNearest, 1e6f); }
    /// Fractions of the image's width and height that stay empty.
    struct Margins {
        float left = 0, right = 0, top = 0, bottom = 0;
    };
    /// Moves the camera without turning it, as close to the points as the margins permit, and
    /// centres the points between the margins. `shift` is not taken into account.
    void fit(std::span<const glm::vec3> points, float aspect, const Margins& margins);
    /// Centres the box and sets the distance so that its content is in view.
    void frame(glm::vec3 low, glm::vec3 high, float aspect);
};

}  // namespace sinew
