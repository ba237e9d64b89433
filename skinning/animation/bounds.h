// Boxes that hold a posed character, from one box a palette entry.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/layout.h"
#include "skinning/model.h"

namespace sinew {

struct Box {
    glm::vec3 low{0.0f};
    glm::vec3 high{0.0f};

    glm::vec3 center() const { return 0.5f * (low + high); }
    float radius() const { return 0.5f * glm::length(high - low); }
    void include(const Box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
};

/// For every palette entry the bind-space box of the vertices that it moves, morph targets at full
/// weight included. Entries that move nothing have low > high.
std::vector<Box> bindBoxes(const Model& model);

/// The object-space box of a pose. A skinned vertex is a convex combination of what its palette
/// entries make of it, so the union of the moved boxes holds every vertex.
Box posedBounds(std::span<const Box> bindBoxes, std::span<const gpu::Affine> palette);

/// The union over the rest pose and every clip at 16 times; a unit box for a model of no vertices.
Box animatedBounds(const Model& model);

}  // namespace sinew
