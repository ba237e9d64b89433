// What the models of a section play, frame by frame: the same for every choice.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skinning/animation/animator.h"
#include "skinning/gpu/frame.h"

namespace sinew {

/// A model to measure, and what its instances play.
struct MeasuredModel {
    std::shared_ptr<const Model> model;
    uint32_t clip = kRestPose;
    std::shared_ptr<const AnimatorSpec> animator;  // null: all play the clip
    std::string animatorName;                      // what the report calls that
};

class Playing {
public:
    Playing() = default;
    /// `counts`: the instances of each model.
    Playing(std::span<const MeasuredModel> models, std::span<const uint32_t> counts, uint32_t seed);

    /// Back to where the block began.
    void rewind();
    /// The next block begins so many frames later.
    void passOver(uint32_t frames);
    /// Frame `number` shows the same poses whenever it is reached; animators go on by a frame.
    /// `input` is good until the next call.
    void show(uint32_t number, FrameInput& input);

    /// What the first instances of a model do in the block's first frames, one list a frame; empty
    /// where all play the clip. Rewinds.
    std::vector<std::vector<PoseRequest>> beginning(size_t model, uint32_t frames,
                                                    uint32_t instances);

private:
    /// A crowd in which each instance plays what its animator says.
    struct Animated {
        Animators begun;  // as this block began
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
