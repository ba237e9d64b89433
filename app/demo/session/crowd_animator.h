// The animators of the window's crowd, with recent events of one instance.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skinning/animator/animator.h"

namespace sinew {

struct Settings;

/// Sets the model's masks from `file`, or from the description next to the model if `file` is
/// empty, and appends that description's warnings. Clears them if it is unreadable; start() returns
/// that error.
void addDescribedMasks(Model& model, const std::string& file = {});

/// Calls addClipsOfAnimator() for the same description. An error becomes a warning of the model.
void addDescribedClips(Model& model, const std::string& file = {});

class CrowdAnimator {
public:
    /// An event of the watched instance.
    struct Happened {
        uint16_t state = 0;
        uint16_t event = 0;
        double atSeconds = 0;  // on the clock of seconds()
    };

    /// Resets everything for a model, with the description `file` or the one next to the model. If
    /// that is unreadable, returns the error and derives an animator from the clips.
    std::string start(const Model& model, const Settings& settings, const std::string& file = {});

    /// Applies changed settings. Returns true if instances jump: after bringHome(), or if the
    /// animators restart because seed or root motion changed.
    bool follow(const Settings& settings);
    void advance(float seconds);

    /// Valid until the next call. New instances begin in the start state; within the first step,
    /// all instances do.
    std::span<const PoseRequest> requests(uint32_t count);

    /// Root motion offsets of the last requests(), for FrameInput.
    std::span<const Anchor> anchors() const { return animators_->anchors(); }
    bool appliesRootMotion() const { return spec_->rootMotion != nullptr; }
    void switchRootMotion();
    /// Empty if root motion can be applied.
    const std::string& whyNoRootMotion() const { return whyNoRootMotion_; }
    void bringHome() { homeWanted_ = true; }

    bool started() const { return animators_.has_value(); }
    bool described() const { return described_; }  // by a file
    const AnimatorSpec& spec() const { return animators_->spec(); }
    double seconds() const { return seconds_; }
    /// True if the description, the settings and seconds() alone determine all instances.
    bool isRepeatable() const { return repeatable_; }
    /// Call it after a parameter of an instance was set.
    void recordChange() { repeatable_ = false; }
    void fire(uint32_t trigger) {
        animators_->fireAll(trigger);
        recordChange();
    }

    /// Records events of this instance from now on; initially instance 0.
    void watch(uint32_t instance);
    uint32_t watched() const { return watched_; }
    /// `index` is below the count of requests().
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
    /// Newest first.
    std::span<const Happened> happened() const { return happened_; }

private:
    AnimatorSettings settingsOf(const Settings& settings) const;
    void startOver(const AnimatorSettings& settings, uint32_t count);
    void remember(const AnimatorEvent& event, double before);

    std::shared_ptr<const AnimatorSpec> spec_;
    std::optional<Animators> animators_;            // set by start()
    std::shared_ptr<const RootMotion> rootMotion_;  // null: unavailable
    std::string whyNoRootMotion_;
    bool described_ = false;
    bool changed_ = false;
    bool repeatable_ = true;
    uint64_t steps_ = 0;  // since the start
    bool homeWanted_ = false;
    bool startWanted_ = false;
    std::vector<ParameterRange> ranges_;
    std::vector<PoseRequest> requests_;
    std::vector<AnimatorEvent> events_;
    std::vector<uint32_t> counts_;
    std::vector<Happened> happened_;
    uint32_t watched_ = 0;
    double seconds_ = 0;  // advanced since the start
};

}  // namespace sinew
