// Animators: a small state machine per instance. It makes the instance's pose request in each
// frame.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "skinning/animation/placement.h"
#include "skinning/animator/animator_layers.h"
#include "skinning/animator/animator_spec.h"

namespace sinew {

/// Reports that an instance passed an event of `state`.
struct AnimatorEvent {
    uint32_t instance = 0;
    uint16_t state = 0;
    uint16_t event = 0;      // index into the state's events
    float afterSeconds = 0;  // from the beginning of the step

    bool operator==(const AnimatorEvent&) const = default;
};

struct ParameterRange {
    float low = 0.0f;
    float high = 0.0f;
};

/// Random differences between the instances of a crowd. Equal settings give equal crowds.
struct AnimatorSettings {
    uint32_t seed = 1;
    float speedSpread = 0.1f;            // speeds are 1 - spread to 1 + spread
    float randomInputSeconds = 0;        // mean period of random inputs; 0: none
    float triggerShare = 0.25f;          // probability that a random input fires a trigger
    std::vector<ParameterRange> ranges;  // per parameter; empty: AnimatorParameter::least to most
};

/// State of one instance; 56 bytes. Up to three clips are played: the clip of `state`, and two that
/// fade out. A request names two clips, so at most two are visible. fade > 1: `base` and `other`
/// are visible; `other` has the weight fade - 1, which falls to 0. fade <= 1: `state` and `base`
/// are visible; `base` has the weight fade.
struct AnimatorInstance {
    float seconds = 0;
    float baseSeconds = 0;
    float otherSeconds = 0;
    float fade = 0;  // 0: only `state` is visible
    float fadeRate = 0;
    uint16_t state = 0;
    uint16_t base = 0;
    uint16_t other = 0;
    uint16_t randomInputs = 0;
    uint32_t triggers = 0;  // a bit per trigger: fired, not yet consumed
    float speed = 1;
    float untilRandomInput = 0;  // seconds
    uint32_t index = 0;
    float rate = 0;  // clip seconds per second
    float pace = 0;  // m/s at which an in-place clip moves the anchor
    // Before this clip time, there is no event, loop restart or transition. NaN: unknown.
    float quietTo = NAN;
};

/// The animators of a crowd. Only resize() and the appending of events allocate memory.
class Animators {
public:
    /// `spec` is a result of defaultAnimator() or readAnimator().
    Animators(std::shared_ptr<const AnimatorSpec> spec, AnimatorSettings settings, uint32_t count);

    const AnimatorSpec& spec() const { return *spec_; }
    const AnimatorSettings& settings() const { return settings_; }
    uint32_t count() const { return static_cast<uint32_t>(instances_.size()); }

    /// Changes the number of instances. New ones begin in the start state; the others keep their
    /// state.
    void resize(uint32_t count);
    /// Applies new settings to speeds and to future random inputs. The seed does not change.
    void setSettings(const AnimatorSettings& settings);

    /// Returns the parameters of an instance. Changes to them take effect in the next step.
    std::span<float> parametersOf(uint32_t instance);
    void fire(uint32_t instance, uint32_t trigger);
    void fireAll(uint32_t trigger);

    /// Advances all instances by `deltaSeconds` >= 0. Appends the passed events to `events`,
    /// grouped by instance and in order of time.
    void advance(float deltaSeconds, std::vector<AnimatorEvent>& events);

    /// Writes the requests of the first requests.size() instances, at most count().
    void writeRequests(std::span<PoseRequest> requests) const;

    /// Returns the offset to add to the placement of each instance: its root motion since its start
    /// position, minus the root joint's offset that its pose already contains. Empty without root
    /// motion.
    std::span<const Anchor> anchors() const { return anchors_; }
    /// Moves every instance back to its start position. Its clip times do not change.
    void bringHome();

    const AnimatorInstance& instance(uint32_t index) const { return instances_[index]; }
    /// The specification must have layers.
    const AnimatorLayers& layers(uint32_t index) const { return layers_[index]; }
    /// Counts instances by state; `counts` has one entry per state.
    void countStates(std::span<uint32_t> counts) const;

private:
    class Step;
    struct CompiledTransition {
        uint32_t transition = 0;
        uint32_t triggers = 0;  // bits of the required triggers
        uint32_t firstCondition = 0;
        uint32_t conditionCount = 0;
    };

    CompiledTransition compile(uint32_t transition);
    bool passesQuietly(AnimatorInstance& instance, float deltaSeconds);
    void bringHome(const AnimatorInstance& instance);
    void randomizeInputs(AnimatorInstance& instance);
    float random(const AnimatorInstance& instance, uint32_t what) const;
    void makeInstance(uint32_t index);
    void makeLayers(uint32_t index);
    LayeredInstance layered(const AnimatorInstance& instance);

    std::shared_ptr<const AnimatorSpec> spec_;
    AnimatorSettings settings_;
    std::vector<AnimatorInstance> instances_;
    std::vector<AnimatorLayers> layers_;  // by instance; empty without layers
    std::vector<float> parameters_;       // instance-major
    std::vector<Anchor> anchors_;         // empty without root motion
    // The transitions of state s, by priority, are transitions_[firstTransition_[s]] to
    // transitions_[firstTransition_[s + 1] - 1].
    std::vector<uint32_t> firstTransition_;
    std::vector<CompiledTransition> transitions_;
    std::vector<AnimatorCondition> conditions_;
};

/// Returns animators that were advanced by `seconds` in steps of 1/60 s, as programs without a
/// window do.
Animators animatorsAt(std::shared_ptr<const AnimatorSpec> spec, const AnimatorSettings& settings,
                      uint32_t count, double seconds);

}  // namespace sinew
