// Computes the root motion of clips.
#pragma once

#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// Offset of the root joint from its position at the clip's start, in object space, on the ground
/// (x and z).
struct RootPath {
    float durationSeconds = 0.0f;
    glm::vec3 total{0.0f};  // offset at the end
    // Offsets at equal time steps from start to end. Empty: the clip is in place.
    std::vector<glm::vec3> offsets;

    glm::vec3 at(float seconds) const;
};

struct RootMotion {
    uint32_t joint = 0;  // root joint
    std::vector<RootPath> clips;
    Box standing;  // result of standingBounds()

    const RootPath* pathOf(uint32_t clip) const {
        return clip < clips.size() && !clips[clip].offsets.empty() ? &clips[clip] : nullptr;
    }
    /// An instance that is farther than this from its placement is moved back to the placement. At
    /// this distance, adjacent floats differ by 1/8192 of the instance's size.
    float farthest() const { return 2048 * standing.radius(); }
};

/// Finds the root joint (the topmost joint that a clip translates; all binds must descend from it)
/// and its path in each clip. A clip whose end is near its start counts as in place. Throws
/// std::runtime_error if there is no such joint, if all clips are in place, or if a clip rotates or
/// scales an ancestor of the root joint.
RootMotion rootMotionOf(const Model& model);

}  // namespace sinew
