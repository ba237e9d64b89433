// The specification of a model's animators.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/animation/root_motion.h"

namespace sinew {

/// A number that conditions read. Each instance has its own value.
struct AnimatorParameter {
    std::string name;
    float least = 0.0f;
    float most = 1.0f;
    float initial = 0.0f;
};

struct ClipEvent {
    std::string name;
    float seconds = 0.0f;
};

struct AnimatorState {
    std::string name;
    uint32_t clip = kRestPose;
    float durationSeconds = 0.0f;
    float speed = 1.0f;             // negative: backwards, from the end
    bool loops = true;              // false: the clip stays at its end
    float groundSpeed = 0.0f;       // m/s along +Z for which an in-place clip is authored
    std::vector<ClipEvent> events;  // by time; before the clip's end if it loops
};

struct AnimatorCondition {
    enum class Kind : uint8_t {
        above,
        below,
        trigger  // the trigger was fired; a transition consumes it
    };
    Kind kind = Kind::above;
    uint32_t index = 0;
    float value = 0.0f;
};

inline constexpr uint32_t kAnyState = ~0u;
inline constexpr float kAtAnyMoment = -1.0f;

/// A transition from one state, or from every other state. All conditions must hold.
struct AnimatorTransition {
    uint32_t from = kAnyState;
    uint32_t to = 0;
    float seconds = 0.2f;              // duration of the crossfade
    float secondsLeft = kAtAnyMoment;  // earliest start: remaining seconds of the clip
    std::vector<AnimatorCondition> when;
};

inline constexpr uint32_t kNoParameter = ~0u;

/// A clip that plays over the clips of states.
struct AnimatorLayer {
    AnimatorState plays;        // without events
    uint32_t mask = kFullBody;  // else 1 + index of the mask
    float seconds = 0.2f;       // duration of fade-in and of fade-out
    std::vector<bool> over;     // by state: true if the layer may play over it; empty: all
    std::vector<AnimatorCondition> when;
};

struct AnimatorAdditive {
    AnimatorLayer layer;  // without conditions
    float weight = 1.0f;
    uint32_t parameter = kNoParameter;  // its value, clamped to [0, 1], scales `weight`
};

/// Plain data, shared by all instances and constant.
struct AnimatorSpec {
    std::vector<AnimatorParameter> parameters;
    std::vector<std::string> triggers;
    std::vector<AnimatorState> states;            // at least one
    std::vector<AnimatorTransition> transitions;  // by priority
    uint32_t start = 0;
    std::vector<Mask> masks;            // goes to Model::masks for posing
    std::vector<AnimatorLayer> layers;  // one is visible at a time
    std::optional<AnimatorAdditive> additive;

    bool hasLayers() const { return !layers.empty() || additive; }
    /// Null: a clip moves its character relative to the placement, and back when it restarts.
    std::shared_ptr<const RootMotion> rootMotion;
    /// Messages about values that the format no longer has.
    std::vector<std::string> warnings;
};

// Triggers are bits of a word. State indices have 16 bits.
inline constexpr size_t kMostTriggers = 32;
inline constexpr size_t kMostStates = 1024;
inline constexpr size_t kMostLayers = 64;
inline constexpr float kShortestTransition = 0.01f;  // seconds
inline constexpr float kLongestTransition = 60.0f;
inline constexpr float kFastest = 100.0f;
inline constexpr float kMostGroundSpeed = 100.0f;        // m/s
inline constexpr float kShortestClipWithEvents = 0.01f;  // seconds

/// For models without a description: each clip is a looping state with a trigger of its name, up to
/// kMostTriggers clips. Without clips, one state has the rest pose.
AnimatorSpec defaultAnimator(const Model& model);

/// Sets spec.rootMotion. In-place clips move at their state's speed (`groundSpeed`). Throws
/// std::runtime_error if a layer moves the root joint, or a state with `groundSpeed` has a clip
/// with root motion. Also throws as rootMotionOf() if no state has `groundSpeed`.
void applyRootMotion(AnimatorSpec& spec, const Model& model);

}  // namespace sinew
