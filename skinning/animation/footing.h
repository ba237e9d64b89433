// What a character stands on while a clip moves it: where it may turn without sliding.
#pragma once

#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// Of a clip, object space.
struct Footing {
    struct Moment {
        glm::vec3 pivot{0.0f};  // the middle of what touches the ground
        float grip =
            0.0f;  // 1: no more than a foot, about which it turns; 0: feet apart, it cannot
    };
    float durationSeconds = 0.0f;
    std::vector<Moment> moments;  // at even times from start to end; empty: it never stands so

    Moment at(float seconds) const;
};

/// `standing`: standingBounds(), whose bottom is the ground.
Footing findFooting(const Model& model, const BindBoxes& boxes, const Box& standing,
                    const Clip& clip);

}  // namespace sinew
