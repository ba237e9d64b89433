// Placement of a crowd.
#include "skinning/animation/placement.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/mixed.h"

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

/// How far an instance may be from its place in the grid, of the spacing.
constexpr float kMostAside = 0.22f;
constexpr float kMostTurned = 0.45f;  // to either side, radians

/// Three numbers from -1 to 1 that an instance has by the seed.
glm::vec3 drawnFor(uint32_t seed, uint32_t instance) {
    const uint64_t who = mixed(uint64_t{seed} << 32 | instance);
    const glm::vec3 shares(shareOf(mixed(who)), shareOf(mixed(who + 1)), shareOf(mixed(who + 2)));
    return 2.0f * shares - 1.0f;
}

/// The most that turning moves the points of a box around the origin, whose corner is `far`.
glm::vec3 movedByTurns(const glm::vec3& far) {
    const float s = std::sin(kMostTurned), c = std::cos(kMostTurned);
    return {(1.0f - c) * far.x + s * far.z, 0.0f, (1.0f - c) * far.z + s * far.x};
}

}  // namespace

void placeCrowd(const Box& bounds, std::span<gpu::Affine> worldFromObject, uint32_t scatter) {
    const auto count = static_cast<uint32_t>(worldFromObject.size());
    const Grid grid = gridFor(bounds, count);
    const glm::vec3 center = bounds.center();
    for (uint32_t i = 0; i < count; ++i) {
        const glm::vec3 drawn = scatter > 0 && count > 1 ? drawnFor(scatter, i) : glm::vec3(0.0f);
        const float s = std::sin(kMostTurned * drawn.x), c = std::cos(kMostTurned * drawn.x);
        const glm::vec3 aside = kMostAside * grid.spacing * glm::vec3(drawn.y, 0.0f, drawn.z);
        const glm::vec3 p =
            place(grid, i) + aside -
            glm::vec3(c * center.x + s * center.z, bounds.low.y, c * center.z - s * center.x);
        worldFromObject[i] =
            gpu::Affine(glm::vec4(c, 0, s, p.x), glm::vec4(0, 1, 0, p.y), glm::vec4(-s, 0, c, p.z));
    }
}

gpu::Affine moved(const gpu::Affine& worldFromObject, const glm::vec3& anchor) {
    gpu::Affine there = worldFromObject;
    for (int axis = 0; axis < 3; ++axis) {
        there[axis].w += glm::dot(glm::vec3(worldFromObject[axis]), anchor);
    }
    return there;
}

Box reachOf(std::span<const glm::vec3> anchors) {
    if (anchors.empty()) return {};
    Box reach = Box::nothing();
    for (const glm::vec3& anchor : anchors) reach.include(anchor);
    return reach;
}

Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach, uint32_t scatter) {
    const Grid grid = gridFor(bounds, instanceCount);
    const glm::vec3 half = 0.5f * (bounds.high - bounds.low);
    const float shift = grid.rows > 1 ? 0.25f : 0.0f;
    glm::vec3 far(grid.spacing * (0.5f * static_cast<float>(grid.columns - 1) + shift) + half.x,
                  0.0f, grid.spacing * 0.5f * static_cast<float>(grid.rows - 1) + half.z);
    glm::vec3 farther(0.0f);
    if (scatter > 0 && instanceCount > 1) {
        const float aside = kMostAside * grid.spacing;
        far += glm::vec3(aside, 0.0f, aside) + movedByTurns(half);
        farther = movedByTurns(glm::max(glm::abs(reach.low), glm::abs(reach.high)));
    }
    return {reach.low - farther + glm::vec3(-far.x, 0.0f, -far.z),
            reach.high + farther + glm::vec3(far.x, 2.0f * half.y, far.z)};
}

}  // namespace sinew
