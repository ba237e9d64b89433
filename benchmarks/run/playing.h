// Poses of a section's models, frame by frame. They are equal for every choice.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skinning/animator/animator.h"
#include "skinning/gpu/frame/frame.h"

namespace sinew {

struct MeasuredModel {
    std::shared_ptr<const Model> model;
    uint32_t clip = kRestPose;
    std::shared_ptr<const AnimatorSpec> animator;  // null: instances play the clip
    std::string animatorName;                      // name in reports
};

class Playing {
public:
    Playing() = default;
    Playing(std::span<const MeasuredModel> models, std::span<const uint32_t> counts, uint32_t seed);

    void rewind();
    void passOver(uint32_t frames);
    /// Sets the poses of frame `number` in `input` and advances animators by one frame. `input`
    /// refers to lists that are valid until the next call.
    void show(uint32_t number, FrameInput& input);

    /// Returns the requests of a model's first `instances` instances, one list per frame; empty if
    /// all instances play the clip. Calls rewind() first and advances the animators.
    std::vector<std::vector<PoseRequest>> beginning(size_t model, uint32_t frames,
                                                    uint32_t instances);

private:
    struct Animated {
        Animators begun;  // state at the start of the current block
        Animators now;
        std::vector<PoseRequest> requests;
    };
    struct Crowd {
        uint32_t clip = kRestPose;
        std::optional<Animated> animated;
    };

    std::vector<Crowd> crowds_;
    std::vector<CrowdInput> others_;
    std::vector<AnimatorEvent> events_;
};

}  // namespace sinew
