// The orbit camera and its reversed, infinite depth.
#pragma once

#include <glm/glm.hpp>

namespace sinew {

/// Looks at `target` from `distance` away. World space is +Y up, right-handed.
///
/// Depth is reversed (near plane 1, infinity 0): float depth has most of its precision near 0, and
/// the perspective divide spends it near the camera, so that the two cancel and precision is even
/// over the whole range. It lets the far plane be at infinity with no loss.
struct Camera {
    glm::vec3 target{0.0f, 0.9f, 0.0f};
    float yawRadians = 0.0f;    // 0: from +Z; grows counter-clockwise seen from above
    float pitchRadians = 0.0f;  // positive: from above
    float distance = 4.0f;
    float verticalFovRadians = 0.7f;
    /// Where in the picture the target is: clip coordinates, so that panels need not cover it.
    glm::vec2 shift{0.0f};

    glm::vec3 position() const;
    float nearPlane() const { return distance * 0.01f; }
    glm::mat4 viewFromWorld() const;
    glm::mat4 clipFromWorld(float aspect) const;

    void orbit(float yaw, float pitch);  // radians
    void pan(float right, float up);     // in units of the view's height at the target
    void zoom(float factor) { distance = glm::clamp(distance * factor, 1e-3f, 1e6f); }
    /// Looks at the middle of the box, from so far away that its content is in view.
    void frame(glm::vec3 low, glm::vec3 high, float aspect);
};

}  // namespace sinew
