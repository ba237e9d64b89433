// The box that a character fills over its clips.
#pragma once

#include "skinning/model.h"

namespace sinew {

struct Box {
    glm::vec3 low{0.0f};
    glm::vec3 high{0.0f};

    glm::vec3 center() const { return 0.5f * (low + high); }
    float radius() const { return 0.5f * glm::length(high - low); }
    void include(glm::vec3 point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
};

/// The object-space box by which a character is placed, framed and lit: what some 2,000 of its
/// vertices, spread over the model, fill in the rest pose and at 16 times of every clip, morph
/// targets at full weight. It stands on the lowest vertex of the rest pose, whatever a clip does: a
/// jump must not sink the others of a crowd. A unit box for a model of no vertices.
Box standingBounds(const Model& model);

}  // namespace sinew
