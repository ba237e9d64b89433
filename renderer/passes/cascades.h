// The part of the world that each shadow cascade covers.
#pragma once

#include <array>
#include <glm/glm.hpp>

#include "renderer/passes/camera.h"
#include "shaders/shared/view.h"

namespace sinew {

struct Sphere {
    glm::vec3 center{0.0f};
    float radius = 1.0f;
};

struct Cascades {
    std::array<glm::mat4, SINEW_MAX_CASCADES> shadowFromWorld;  // world to uv and depth, [0, 1]
    std::array<float, SINEW_MAX_CASCADES> texelSize;            // world units
};

/// Fits `count` (0 to SINEW_MAX_CASCADES) cascades of `resolution` texels to the visible part of
/// the casters' bounding sphere. Each cascade covers the bounding sphere of a slice of the view
/// frustum, so camera rotation does not change its size. It moves in steps of one texel, so shadow
/// edges do not shimmer. Split distances after Zhang et al., "Parallel-Split Shadow Maps" (2006):
/// half logarithmic, half uniform. `towardsLight` is a unit vector in world space.
Cascades fitCascades(const Camera& camera, float aspect, glm::vec3 towardsLight,
                     const Sphere& casters, uint32_t count, uint32_t resolution);

}  // namespace sinew
