// An orbit camera with reversed, infinite depth.
#pragma once

#include <glm/glm.hpp>
#include <span>

namespace sinew {

/// Orbits `target` in a right-handed world, +Y up. Depth is reversed (near plane 1, infinity 0):
/// float precision is highest near 0, the perspective divide favours the near plane, and together
/// the precision is nearly uniform up to infinity.
struct Camera {
    glm::vec3 target{0.0f, 0.9f, 0.0f};
    float yawRadians = 0.0f;    // 0: from +Z; counter-clockwise seen from above
    float pitchRadians = 0.0f;  // positive: looks down from above
    float distance = 4.0f;
    float verticalFovRadians = 0.7f;
    /// Position of the target in clip coordinates, so that panels do not cover it.
    glm::vec2 shift{0.0f};

    glm::vec3 position() const;
    float nearPlane() const { return distance * 0.01f; }
    glm::mat4 viewFromWorld() const;
    glm::mat4 clipFromWorld(float aspect) const;

    void orbit(float yaw, float pitch);
    void pan(float right, float up);  // units of the view height at the target
    void zoom(float factor) { distance = glm::clamp(distance * factor, 1e-3f, 1e6f); }
    /// Shares of the view's width and height that stay empty.
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
