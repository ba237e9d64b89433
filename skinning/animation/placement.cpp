// Placement of a crowd.
#include "skinning/animation/placement.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

struct Grid {
    uint32_t columns;
    uint32_t rows;
    float spacing;
};

Grid gridFor(const Box& bounds, uint32_t count) {
    const uint32_t columns =
        static_cast<uint32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
    const glm::vec3 size = bounds.high - bounds.low;
    return {columns, (count + columns - 1) / columns, 1.05f * std::max({size.x, size.z, 1e-6f})};
}

glm::vec3 place(const Grid& grid, uint32_t i) {
    const uint32_t row = i / grid.columns;
    const float shift = grid.rows > 1 ? (row % 2 ? 0.25f : -0.25f) : 0.0f;
    const float x =
        static_cast<float>(i % grid.columns) - 0.5f * static_cast<float>(grid.columns - 1) + shift;
    const float z = 0.5f * static_cast<float>(grid.rows - 1) - static_cast<float>(row);
    return grid.spacing * glm::vec3(x, 0.0f, z);
}

}  // namespace

void placeCrowd(const Box& bounds, std::span<gpu::Affine> worldFromObject) {
    const Grid grid = gridFor(bounds, static_cast<uint32_t>(worldFromObject.size()));
    const glm::vec3 center = bounds.center();
    const glm::vec3 standing(-center.x, -bounds.low.y, -center.z);
    for (uint32_t i = 0; i < worldFromObject.size(); ++i) {
        const glm::vec3 p = place(grid, i) + standing;
        worldFromObject[i] =
            gpu::Affine(glm::vec4(1, 0, 0, p.x), glm::vec4(0, 1, 0, p.y), glm::vec4(0, 0, 1, p.z));
    }
}

Box reachOf(std::span<const glm::vec3> anchors) {
    if (anchors.empty()) return {};
    Box reach = Box::nothing();
    for (const glm::vec3& anchor : anchors) reach.include(anchor);
    return reach;
}

Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach) {
    const Grid grid = gridFor(bounds, instanceCount);
    const glm::vec3 half = 0.5f * (bounds.high - bounds.low);
    const float shift = grid.rows > 1 ? 0.25f : 0.0f;
    const glm::vec3 far(
        grid.spacing * (0.5f * static_cast<float>(grid.columns - 1) + shift) + half.x, 0.0f,
        grid.spacing * 0.5f * static_cast<float>(grid.rows - 1) + half.z);
    return {reach.low + glm::vec3(-far.x, 0.0f, -far.z),
            reach.high + glm::vec3(far.x, 2.0f * half.y, far.z)};
}

}  // namespace sinew
