// The specification of a model's animators: parameters, triggers, states, transitions and layers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skinning/animation/pose_request.h"
#include "skinning/animation/root_motion.h"

namespace sinew {

/// A number that transitions and layers depend on. Each instance has its own value.
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
    float speed = 1.0f;        // negative: plays from the end backwards
    bool loops = true;         // false: the clip stays at its end
    float groundSpeed = 0.0f;  // m/s along +Z that an in-place clip shows
    // Sorted by time. If the clip loops, all events are before its end.
    std::vector<ClipEvent> events;
};

struct AnimatorCondition {
    enum class Kind : uint8_t {
        above,
        below,
        trigger  // was fired; a transition or layer consumes it
    };
    Kind kind = Kind::above;
    uint32_t index = 0;
    float value = 0.0f;
};

inline constexpr uint32_t kAnyState = ~0u;
inline constexpr float kAtAnyMoment = -1.0f;

/// A transition from one state, or from every other state. It starts if all conditions of `when`
/// hold.
struct AnimatorTransition {
    uint32_t from = kAnyState;
    uint32_t to = 0;
    float seconds = 0.2f;  // duration of the crossfade
    // The transition starts when at most this many seconds of the clip remain.
    float secondsLeft = kAtAnyMoment;
    std::vector<AnimatorCondition> when;
};

inline constexpr uint32_t kNoParameter = ~0u;

/// A clip that plays over the clips of the states.
struct AnimatorLayer {
    AnimatorState plays;        // has no events
    uint32_t mask = kFullBody;  // or 1 + index of a mask
    float seconds = 0.2f;       // duration of a fade
    // By state: true if the layer may play over it. Empty: over all states.
    std::vector<bool> over;
    std::vector<AnimatorCondition> when;
};

struct AnimatorAdditive {
    AnimatorLayer layer;  // has no triggers
    float weight = 1.0f;
    // The value of this parameter, clamped to [0, 1], scales `weight`.
    uint32_t parameter = kNoParameter;
};

/// The specification is constant, and all instances share it.
struct AnimatorSpec {
    std::vector<AnimatorParameter> parameters;
    std::vector<std::string> triggers;
    std::vector<AnimatorState> states;            // at least one
    std::vector<AnimatorTransition> transitions;  // by priority
    uint32_t start = 0;
    // Model::masks gets these masks, because posing needs them.
    std::vector<Mask> masks;
    std::vector<AnimatorLayer> layers;  // one is visible at a time
    std::optional<AnimatorAdditive> additive;

    bool hasLayers() const { return !layers.empty() || additive; }
    /// Null: no root motion. A clip then moves a character away from its placement, and back when
    /// the clip restarts.
    std::shared_ptr<const RootMotion> rootMotion;
    /// Messages about values that the file format no longer supports.
    std::vector<std::string> warnings;
};

// Fired triggers are bits of a 32-bit word. State indices have 16 bits.
inline constexpr size_t kMostTriggers = 32;
inline constexpr size_t kMostStates = 1024;
inline constexpr size_t kMostLayers = 64;
inline constexpr float kShortestTransition = 0.01f;  // seconds
inline constexpr float kLongestTransition = 60.0f;
inline constexpr float kFastest = 100.0f;
inline constexpr float kMostGroundSpeed = 100.0f;        // m/s
inline constexpr float kShortestClipWithEvents = 0.01f;  // seconds

/// Returns the animator of a model without a description. Each clip is a looping state, and a
/// trigger of the same name enters it, up to kMostTriggers clips. Without clips, the only state is
/// the rest pose.
AnimatorSpec defaultAnimator(const Model& model);

/// Sets spec.rootMotion. In-place clips move characters at the speed of their state
/// (`groundSpeed`). Throws std::runtime_error if a layer moves the root joint, or if a state with
/// `groundSpeed` has a clip with root motion. If no state has `groundSpeed`, throws as
/// rootMotionOf() does.
void applyRootMotion(AnimatorSpec& spec, const Model& model);

}  // namespace sinew
