// The animators of the window's crowd, with recent events of one instance.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skinning/animator/animator.h"

namespace sinew {

struct Settings;

/// Sets the masks of a model from the animator description `file` or, if `file` is empty or
/// "model", from the description next to the model. Appends the description's warnings. If the
/// description is unreadable, clears the masks; start() then returns the error.
void addDescribedMasks(Model& model, const std::string& file = {});

/// Calls addClipsOfAnimator() for the description that addDescribedMasks() reads. An error becomes
/// a warning of the model.
void addDescribedClips(Model& model, const std::string& file = {});

class CrowdAnimator {
public:
    /// An event of the watched instance.
    struct Happened {
        uint16_t state = 0;
        uint16_t event = 0;
        double atSeconds = 0;  // on the clock of seconds()
    };

    /// Starts animators for a model, with the description that addDescribedMasks() reads. If it is
    /// unreadable, returns the error and derives an animator from the clips.
    std::string start(const Model& model, const Settings& settings, const std::string& file = {});

    /// Applies changed settings. Returns true if instances jump: after bringHome(), or if the
    /// animators restart because seed or root motion changed.
    bool follow(const Settings& settings);
    void advance(float seconds);

    /// Returns the requests of `count` instances, valid until the next call. Added instances begin
    /// in the start state. If only one advance() precedes the addition, all instances restart.
    std::span<const PoseRequest> requests(uint32_t count);

    /// Returns the root motion offsets of the last requests(), for FrameInput.
    std::span<const Anchor> anchors() const { return animators_->anchors(); }
    bool appliesRootMotion() const { return spec_->rootMotion != nullptr; }
    void switchRootMotion();
    /// Returns why root motion cannot be applied; empty if it can.
    const std::string& whyNoRootMotion() const { return whyNoRootMotion_; }
    void bringHome() { homeWanted_ = true; }

    bool started() const { return animators_.has_value(); }
    bool described() const { return described_; }  // by a file; else derived from clips
    const AnimatorSpec& spec() const { return animators_->spec(); }
    double seconds() const { return seconds_; }
    /// Returns true if the description, the settings and seconds() alone determine all instances.
    bool isRepeatable() const { return repeatable_; }
    /// Clears isRepeatable(). Call it after a parameter of an instance was set.
    void recordChange() { repeatable_ = false; }
    void fire(uint32_t trigger) {
        animators_->fireAll(trigger);
        recordChange();
    }

    /// Records the events of `instance` from now on. Instance 0 is watched at first.
    void watch(uint32_t instance);
    uint32_t watched() const { return watched_; }
    /// `index` must be below the count of requests().
    const AnimatorInstance& instance(uint32_t index) const { return animators_->instance(index); }
    /// Requires layers in the specification.
    const AnimatorLayers& layers(uint32_t index) const { return animators_->layers(index); }
    std::span<float> parametersOf(uint32_t index) { return animators_->parametersOf(index); }
    void fire(uint32_t index, uint32_t trigger) {
        animators_->fire(index, trigger);
        recordChange();
    }
    uint32_t count() const { return animators_->count(); }

    std::span<const ParameterRange> ranges() const { return ranges_; }
    void setRange(uint32_t parameter, const ParameterRange& range);

    std::span<const uint32_t> counts() const { return counts_; }
    /// Returns the recent events of the watched instance, newest first.
    std::span<const Happened> happened() const { return happened_; }

private:
    AnimatorSettings settingsOf(const Settings& settings) const;
    void startOver(AnimatorSettings settings, uint32_t count);
    void remember(const AnimatorEvent& event, double before);

    std::shared_ptr<const AnimatorSpec> spec_;
    std::optional<Animators> animators_;            // set by start()
    std::shared_ptr<const RootMotion> rootMotion_;  // null: unavailable
    std::string whyNoRootMotion_;
    bool described_ = false;
    bool changed_ = false;
    bool repeatable_ = true;
    uint64_t steps_ = 0;  // calls of advance() since the start
    bool homeWanted_ = false;
    bool startWanted_ = false;
    std::vector<ParameterRange> ranges_;
    std::vector<PoseRequest> requests_;
    std::vector<AnimatorEvent> events_;
    std::vector<uint32_t> counts_;
    std::vector<Happened> happened_;
    uint32_t watched_ = 0;
    double seconds_ = 0;  // sum of the steps since the start
};

}  // namespace sinew
