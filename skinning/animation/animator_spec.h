// What the animators of a model have in common: states, transitions, parameters, triggers, events,
// layers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/animation/root_motion.h"

namespace sinew {

/// A number that conditions read. It has a value of its own for every instance.
struct AnimatorParameter {
    std::string name;
    float least = 0.0f;
    float most = 1.0f;
    float initial = 0.0f;
};

/// Something that happens at a moment of a clip, such as a footfall.
struct ClipEvent {
    std::string name;
    float seconds = 0.0f;
};

struct AnimatorState {
    std::string name;
    uint32_t clip = kRestPose;
    float durationSeconds = 0.0f;   // of the clip
    float speed = 1.0f;             // negative: backwards, from the end
    bool loops = true;              // else the clip is held at its end
    float goes = 0.0f;              // metres a second along +Z that a clip in place stands for
    std::vector<ClipEvent> events;  // by time; before the clip's end where it loops
};

/// Something that must hold for a transition.
struct AnimatorCondition {
    enum class Kind : uint8_t {
        above,   // the parameter is larger than `value`
        below,   // it is smaller
        trigger  // it was fired; the transition uses it up
    };
    Kind kind = Kind::above;
    uint32_t index = 0;  // of the parameter or trigger
    float value = 0.0f;
};

inline constexpr uint32_t kAnyState = ~0u;
inline constexpr float kAtAnyMoment = -1.0f;

/// From one state, or from every other one, when all conditions hold.
struct AnimatorTransition {
    uint32_t from = kAnyState;
    uint32_t to = 0;
    float seconds = 0.2f;              // from the one pose to the other
    float secondsLeft = kAtAnyMoment;  // waits until no more of the clip is left
    std::vector<AnimatorCondition> when;
};

inline constexpr uint32_t kNoParameter = ~0u;

/// A clip over those of states, and where it may be.
struct AnimatorLayer {
    AnimatorState plays;         // without events
    uint32_t mask = kWholeBody;  // else 1 + an index
    float seconds = 0.2f;        // in which it fades in, and in which it fades out
    std::vector<bool> over;      // of each state, whether it plays over it; empty: over all
    std::vector<AnimatorCondition> when;
};

/// Of the additive clip: how much of it is added.
struct AnimatorAdditive {
    AnimatorLayer layer;  // without conditions
    float weight = 1.0f;
    uint32_t parameter = kNoParameter;  // whose value, in [0, 1], is multiplied with it
};

/// Plain data, shared by all instances and never changed.
struct AnimatorSpec {
    std::vector<AnimatorParameter> parameters;
    std::vector<std::string> triggers;
    std::vector<AnimatorState> states;            // at least one
    std::vector<AnimatorTransition> transitions;  // the first that holds is taken
    uint32_t start = 0;                           // a state
    std::vector<Mask> masks;                      // Model::masks, where its poses are made
    std::vector<AnimatorLayer> layers;            // one is seen at a time
    std::optional<AnimatorAdditive> additive;

    bool hasLayers() const { return !layers.empty() || additive; }
    /// Where clips move their characters: they go where their clips go. Null: each clip moves its
    /// character from where it stands, and back when it starts over.
    std::shared_ptr<const RootMotion> rootMotion;
    /// Messages about values of the description that were removed from the format.
    std::vector<std::string> warnings;
};

// Triggers are bits, and states are named in 16 of them.
inline constexpr size_t kMostTriggers = 32;
inline constexpr size_t kMostStates = 1024;
inline constexpr size_t kMostLayers = 64;
inline constexpr float kShortestTransition = 0.01f;  // seconds
inline constexpr float kLongestTransition = 60.0f;
inline constexpr float kFastest = 100.0f;                // speed of a state
inline constexpr float kGoesFastest = 100.0f;            // metres a second
inline constexpr float kShortestClipWithEvents = 0.01f;  // seconds

/// For a model without a description: every clip is a looping state with a trigger of its name.
/// The model's rest pose where it has no clips. Of more clips than there are triggers, the first.
AnimatorSpec defaultAnimator(const Model& model);

/// Characters go where their clips go, and as fast as states say of clips in place. Throws
/// std::runtime_error where a layer moves the root joint, a state says it of a clip that goes by
/// itself, and, where no state says it, as rootMotionOf().
void applyRootMotion(AnimatorSpec& spec, const Model& model);

}  // namespace sinew
