// Extracts root motion from clips.
#pragma once

#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// Offset of the root joint since the clip's start, object space, on the ground (x and z).
struct RootPath {
    float durationSeconds = 0.0f;
    glm::vec3 total{0.0f};           // from start to end
    std::vector<glm::vec3> offsets;  // at equal steps from start to end; empty: in place

    glm::vec3 at(float seconds) const;
};

struct RootMotion {
    uint32_t joint = 0;  // carries the root motion
    std::vector<RootPath> clips;
    Box standing;  // standingBounds()

    const RootPath* pathOf(uint32_t clip) const {
        return clip < clips.size() && !clips[clip].offsets.empty() ? &clips[clip] : nullptr;
    }
    /// An instance returns to its start beyond this: float spacing is 1/8192 of its size there.
    float farthest() const { return 2048 * standing.radius(); }
};

/// Finds the topmost joint that a clip translates and all binds descend from. A clip that ends
/// where it began stays in place. Throws std::runtime_error if there is no such joint, no clip
/// leaves its start, or a clip rotates or scales an ancestor.
RootMotion rootMotionOf(const Model& model);

}  // namespace sinew
