// Who plays what: a small state machine for every instance, which leaves a pose request each frame.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "skinning/animation/animator_layers.h"
#include "skinning/animation/animator_spec.h"
#include "skinning/animation/placement.h"

namespace sinew {

/// An event that was passed while an instance was in `state`.
struct AnimatorEvent {
    uint32_t instance = 0;
    uint16_t state = 0;
    uint16_t event = 0;      // of the state
    float afterSeconds = 0;  // from the beginning of the step

    bool operator==(const AnimatorEvent&) const = default;
};

/// Between which values an instance draws its parameters anew, and how often.
struct ParameterRange {
    float low = 0.0f;
    float high = 0.0f;
};

/// What makes the instances of a crowd differ. The same numbers give the same crowd.
struct AnimatorSettings {
    uint32_t seed = 1;
    float speedSpread = 0.1f;            // clips run by up to this share faster or slower; [0, 1]
    float secondsBetweenWishes = 0;      // a wish draws parameters and may fire a trigger; 0: none
    float triggerShare = 0.25f;          // of wishes, that fire a trigger
    std::vector<ParameterRange> ranges;  // of each parameter; empty: from least to most
};

/// Of one instance; 56 bytes. Up to three clips run: that of the state which the machine is in,
/// and two whose poses fade out. At most two are seen at once, as a request can name them:
/// `fade` > 1: base and other, with weight fade - 1 of the other, which falls to 0; the state's own
/// clip is not seen yet. Then fade <= 1: the state's clip and base, with weight fade of base.
struct AnimatorInstance {
    float seconds = 0;  // in the clip of `state`
    float baseSeconds = 0;
    float otherSeconds = 0;
    float fade = 0;      // 0: `state` alone is seen
    float fadeRate = 0;  // a second
    uint16_t state = 0;
    uint16_t base = 0;
    uint16_t other = 0;
    uint16_t wishes = 0;    // that it has had
    uint32_t triggers = 0;  // bits: fired and not yet used up
    float speed = 1;        // of all of its clips
    float untilWish = 0;    // seconds
    uint32_t index = 0;     // which instance this is
    float rate = 0;         // of the state's clip, seconds of it in a second
    float pace = 0;         // metres a second that the state's clip in place stands for
    float quietTo = NAN;    // until this place of it nothing happens but that time goes by
};

/// The animators of a crowd. Nothing is allocated but by resize(), and by events where there is no
/// room for them.
class Animators {
public:
    /// The specification is one that defaultAnimator() or readAnimator() made.
    Animators(std::shared_ptr<const AnimatorSpec> spec, AnimatorSettings settings, uint32_t count);

    const AnimatorSpec& spec() const { return *spec_; }
    const AnimatorSettings& settings() const { return settings_; }
    uint32_t count() const { return static_cast<uint32_t>(instances_.size()); }

    /// Others come to the start state; those that stay are left as they are.
    void resize(uint32_t count);
    /// Changes how often and what is wished from now on, and the speeds. The seed stays.
    void setSettings(const AnimatorSettings& settings);

    /// What is written there counts from the next step on.
    std::span<float> parametersOf(uint32_t instance);
    void fire(uint32_t instance, uint32_t trigger);
    void fireAll(uint32_t trigger);

    /// Moves every instance on by `deltaSeconds` >= 0. Appends events to `events`: those of an
    /// instance in the order in which they happened, one instance after the other.
    void advance(float deltaSeconds, std::vector<AnimatorEvent>& events);

    /// What each instance plays now. As many as `requests` has, and no more than count().
    void writeRequests(std::span<PoseRequest> requests) const;

    /// Where root motion has brought each instance beyond where its pose has it: what its placement
    /// is moved by. Empty where the specification leaves it in.
    std::span<const Anchor> anchors() const { return anchors_; }
    /// Moves every instance back to where it stood first, in the middle of what it plays.
    void bringHome();

    const AnimatorInstance& instance(uint32_t index) const { return instances_[index]; }
    /// Of a specification with layers.
    const AnimatorLayers& layers(uint32_t index) const { return layers_[index]; }
    /// How many instances are in each state; `counts` has one entry a state.
    void countStates(std::span<uint32_t> counts) const;

private:
    class Step;
    /// A transition that may be taken from a state, laid out to be asked in every step.
    struct Way {
        uint32_t transition = 0;
        uint32_t triggers = 0;  // bits that it needs
        uint32_t firstCondition = 0;
        uint32_t conditionCount = 0;  // of parameters, in conditions_
    };

    Way wayOf(uint32_t transition);
    bool passesQuietly(AnimatorInstance& instance, float deltaSeconds);
    void bringHome(const AnimatorInstance& instance);
    void wish(AnimatorInstance& instance);
    float drawn(const AnimatorInstance& instance, uint32_t what) const;
    void makeInstance(uint32_t index);
    void makeLayers(uint32_t index);
    LayeredInstance layered(const AnimatorInstance& instance);

    std::shared_ptr<const AnimatorSpec> spec_;
    AnimatorSettings settings_;
    std::vector<AnimatorInstance> instances_;
    std::vector<AnimatorLayers> layers_;  // of each; empty where the specification has none
    std::vector<float> parameters_;       // instance-major
    std::vector<Anchor> anchors_;         // with root motion
    // Those of state s are ways_[firstWay_[s]] and on, in order.
    std::vector<uint32_t> firstWay_;
    std::vector<Way> ways_;
    std::vector<AnimatorCondition> conditions_;
};

/// The animators of a model after `seconds`, reached in steps of a sixtieth of a second, as a
/// program without a window shows them.
Animators animatorsAt(std::shared_ptr<const AnimatorSpec> spec, const AnimatorSettings& settings,
                      uint32_t count, double seconds);

}  // namespace sinew
