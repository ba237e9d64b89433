// Placement of crowds on a grid or at explicit positions.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Writes worldFromObject of every instance: a square grid centred on the origin, odd rows shifted
/// by half a cell, facing +Z, with the box's lowest point at y = 0. A single instance is at the
/// origin. `scatter`: seed of small random offsets and rotations; 0: none.
void layOutCrowd(const Box& bounds, std::span<gpu::Affine> worldFromObject, uint32_t scatter = 0);

/// An explicit placement outside the grid: world position of the model's origin.
struct Placement {
    glm::vec3 at{0.0f};
    float turnedDegrees = 0.0f;  // counter-clockwise seen from above; 0: it faces +Z

    bool operator==(const Placement&) const = default;
};

struct CrowdLayout {
    Box bounds;  // standingBounds()
    uint32_t instanceCount = 0;
    std::span<const Placement> placements;  // for the first instances; the others are on the grid
};

/// layOutCrowd() for several models on one grid, with cells for the widest model. Models are mixed;
/// lower instances are in front. Returns one list per model.
std::vector<std::vector<gpu::Affine>> layOutCrowds(std::span<const CrowdLayout> crowds,
                                                   uint32_t scatter);

/// Splits `instanceCount` by shares of at least 1; exact if their sum is instanceCount. If there
/// are fewer instances than models, the first models get them.
std::vector<uint32_t> sharedOut(uint32_t instanceCount, std::span<const uint32_t> shares);

/// Root motion of an instance so far, in its object space.
struct Anchor {
    glm::vec3 at{0.0f};

    bool operator==(const Anchor&) const = default;
};

gpu::Affine moved(const gpu::Affine& worldFromObject, const Anchor& anchor);

/// Contains all anchors; the origin without anchors.
Box reachOf(std::span<const Anchor> anchors);

/// A world-space box of all placed instances, moved within `reach` (object space).
Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach = {},
                uint32_t scatter = 0);

/// As above for several models; `reaches`: one per model.
Box crowdBounds(std::span<const CrowdLayout> crowds, std::span<const Box> reaches,
                uint32_t scatter);

}  // namespace sinew
