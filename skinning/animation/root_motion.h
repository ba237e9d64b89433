// How far clips move a whole character: what root motion is made from.
#pragma once

#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// Of a clip: how far the root joint has gone since the clip's start, in object space along the
/// ground (x and z).
struct RootPath {
    float durationSeconds = 0.0f;
    glm::vec3 whole{0.0f};           // from the clip's start to its end
    std::vector<glm::vec3> offsets;  // at even moments from start to end; empty: it stays in place

    glm::vec3 at(float seconds) const;
};

struct RootMotion {
    uint32_t joint = 0;           // the one whose translation moves everything
    std::vector<RootPath> clips;  // of each clip of the model; none where each ends where it began
    Box standing;                 // standingBounds of the model

    const RootPath* pathOf(uint32_t clip) const {
        return clip < clips.size() && !clips[clip].offsets.empty() ? &clips[clip] : nullptr;
    }
    /// How far an instance may go before it begins again where it began: a float's steps are there
    /// still an eight-thousandth of the character.
    float farthest() const { return 2048 * standing.radius(); }
};

/// The first joint, from the top, that some clip translates and that every bind hangs on. A clip
/// that ends where it began stays in place, however it sways. Throws std::runtime_error where there
/// is no such joint, no clip goes anywhere, or a clip moves what the joint hangs on.
RootMotion rootMotionOf(const Model& model);

}  // namespace sinew
