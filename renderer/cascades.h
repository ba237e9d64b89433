// Where the shadow map's cascades lie: what part of the world each covers.
#pragma once

#include <array>
#include <glm/glm.hpp>

#include "renderer/camera.h"
#include "shaders/shared/view.h"

namespace sinew {

struct Sphere {
    glm::vec3 center{0.0f};
    float radius = 1.0f;
};

struct Cascades {
    std::array<glm::mat4, SINEW_MAX_CASCADES> shadowFromWorld;  // to uv and depth, [0, 1]
    std::array<float, SINEW_MAX_CASCADES> texelSize;            // world
};

/// Fits `count` (0 to SINEW_MAX_CASCADES) cascades of `resolution` texels to what `camera` sees of
/// the casters' bounding sphere. Each cascade is a sphere around a slice of the view, so that its
/// size does not change when the camera turns, and it moves by whole texels, so that edges do not
/// crawl. Slices after Zhang et al., "Parallel-Split Shadow Maps" (2006): half logarithmic, half
/// even. `towardsLight` is a unit vector in world space.
Cascades fitCascades(const Camera& camera, float aspect, glm::vec3 towardsLight,
                     const Sphere& casters, uint32_t count, uint32_t resolution);

}  // namespace sinew
