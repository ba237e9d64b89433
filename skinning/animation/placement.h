// Places crowds on a grid, or at explicit positions.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

/// Returns worldFromObject of every instance. The grid is square and centred on the origin; odd
/// rows are shifted by half a cell. Instances face +Z, with the lowest point of `bounds` at y = 0.
/// A single instance is at the origin. `scatter` is a seed of small random offsets and rotations;
/// 0: none.
std::vector<gpu::Affine> layOutCrowd(const Box& bounds, uint32_t count, uint32_t scatter = 0);

/// An explicit placement outside the grid. `at` is the world position of the model's origin.
struct Placement {
    glm::vec3 at{0.0f};
    float turnedDegrees = 0.0f;  // counter-clockwise seen from above; 0: it faces +Z

    bool operator==(const Placement&) const = default;
};

struct CrowdLayout {
    Box bounds;  // result of standingBounds()
    uint32_t instanceCount = 0;
    // Placements of the first instances. The other instances are on the grid.
    std::span<const Placement> placements;
};

/// Places several models on one grid, as layOutCrowd() does. The grid's cells fit the widest model.
/// Models are mixed; instances with lower indices are in front. Returns one list of matrices per
/// model.
std::vector<std::vector<gpu::Affine>> layOutCrowds(std::span<const CrowdLayout> crowds,
                                                   uint32_t scatter);

/// Splits `instanceCount` in proportion to `shares`, which are at least 1. If their sum is
/// instanceCount, the result equals `shares`. Sums over the first models are rounded up, so the
/// first model gets at least one instance.
std::vector<uint32_t> sharedOut(uint32_t instanceCount, std::span<const uint32_t> shares);

/// The root motion of an instance since its start, in its object space.
struct Anchor {
    glm::vec3 at{0.0f};

    bool operator==(const Anchor&) const = default;
};

gpu::Affine moved(const gpu::Affine& worldFromObject, const Anchor& anchor);

/// Returns a box around all anchors. Without anchors, the box is the origin.
Box reachOf(std::span<const Anchor> anchors);

/// Returns a world-space box around all placed instances if root motion moves each of them within
/// `reach` (object space).
Box crowdBounds(const Box& bounds, uint32_t instanceCount, const Box& reach = {},
                uint32_t scatter = 0);

/// Returns the box for several models; `reaches` has one box per model.
Box crowdBounds(std::span<const CrowdLayout> crowds, std::span<const Box> reaches,
                uint32_t scatter);

}  // namespace sinew
