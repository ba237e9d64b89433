// Where the instances of a crowd stand.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// Writes worldFromObject for every instance: a grid about as wide as deep, centred on the origin,
/// every other row shifted by half a place, facing +Z, feet (the box's lowest point) on y = 0.
/// One instance stands at the origin. `scatter`: the seed by which each of several is turned and
/// placed a little differently; 0: none is.
void placeCrowd(const Box& bounds, std::span<gpu::Affine> worldFromObject, uint32_t scatter = 0);

/// Where an instance stands that was not left to the grid: its model's origin, world space.
struct Placement {
    glm::vec3 at{0.0f};
    float turnedDegrees = 0.0f;  // counter-clockwise seen from above; 0: it faces +Z

    bool operator==(const Placement&) const = default;
};

/// The instances of one model among those of others.
struct Standing {
    Box bounds;  // standingBounds()
    uint32_t instanceCount = 0;
    std::span<const Placement> placements;  // of the first ones; all others stand on the grid
};

/// placeCrowd for several models on one grid, whose cells hold the widest of them. They stand mixed
/// there, and of each the earlier ones in front. One list a model.
std::vector<std::vector<gpu::Affine>> placeTogether(std::span<const Standing> crowds,
                                                    uint32_t scatter);

/// `instanceCount` split by shares, which are at least 1: exactly where their sum is that number.
/// Where there are fewer instances than models, the first ones have them.
std::vector<uint32_t> sharedOut(uint32_t instanceCount, std::span<const uint32_t> shares);

/// How far root motion has moved an instance, in its own object space.
struct Anchor {
    glm::vec3 at{0.0f};

    bool operator==(const Anchor&) const = default;
};

gpu::Affine moved(const gpu::Affine& worldFromObject, const Anchor& anchor);

/// The box around all anchors; without anchors, the origin.
Box reachOf(std::span<const Anchor> anchors);

/// A world-space box around all of `instanceCount` placed instances, which were moved within
/// `reach`, object space.
Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach = {},
                uint32_t scatter = 0);

/// The same of several models; `reaches`: one each.
Box crowdBounds(std::span<const Standing> crowds, std::span<const Box> reaches, uint32_t scatter);

}  // namespace sinew
