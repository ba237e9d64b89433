// The animators of the crowd in the window, and what one character did last.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "skinning/animation/animator.h"

namespace sinew {

struct Settings;

/// Sets the model's masks to those of `file`, or of the description next to the model if `file` is
/// empty, and appends the warnings of that description. No masks if it cannot be read, which
/// CrowdAnimator::start() returns as a fault.
void addDescribedMasks(Model& model, const std::string& file = {});

/// addClipsOfAnimator() of the same description. A fault becomes a warning of the model.
void addDescribedClips(Model& model, const std::string& file = {});

class CrowdAnimator {
public:
    /// An event of the character that is watched.
    struct Happened {
        uint16_t state = 0;
        uint16_t event = 0;
        double atSeconds = 0;  // of seconds()
    };

    /// For another model: everything begins anew. Where its description, `file` or the one beside
    /// it, cannot be read, returns why; it is made of the clips then.
    std::string start(const Model& model, const Settings& settings, const std::string& file = {});

    /// Takes over what was changed. Returns whether characters are elsewhere than they were:
    /// another seed begins everything anew, and so does root motion that is switched.
    bool follow(const Settings& settings);
    void advance(float seconds);

    /// What the first `count` characters play; valid until the next call. Those that come begin in
    /// the start state.
    std::span<const PoseRequest> requests(uint32_t count);

    /// Where root motion has brought those of the last requests(), as FrameInput has it.
    std::span<const Anchor> anchors() const { return animators_->anchors(); }
    bool appliesRootMotion() const { return spec_->rootMotion != nullptr; }
    void switchRootMotion();
    /// Empty where it can be applied.
    const std::string& whyNoRootMotion() const { return whyNoRootMotion_; }
    /// All characters go back to where they stood first.
    void bringHome() { homeWanted_ = true; }

    bool started() const { return animators_.has_value(); }
    bool described() const { return described_; }  // by a file beside the model
    const AnimatorSpec& spec() const { return animators_->spec(); }
    double seconds() const { return seconds_; }
    void fire(uint32_t trigger) { animators_->fireAll(trigger); }

    /// Whose events are remembered from now on; at first the first character's.
    void watch(uint32_t instance);
    uint32_t watched() const { return watched_; }
    /// Those of requests() are there.
    const AnimatorInstance& instance(uint32_t index) const { return animators_->instance(index); }
    /// Where the specification has layers.
    const AnimatorLayers& layers(uint32_t index) const { return animators_->layers(index); }
    std::span<float> parametersOf(uint32_t index) { return animators_->parametersOf(index); }
    void fire(uint32_t index, uint32_t trigger) { animators_->fire(index, trigger); }
    uint32_t count() const { return animators_->count(); }

    std::span<const ParameterRange> ranges() const { return ranges_; }
    void setRange(uint32_t parameter, const ParameterRange& range);

    /// How many characters are in each state.
    std::span<const uint32_t> counts() const { return counts_; }
    /// The newest first.
    std::span<const Happened> happened() const { return happened_; }

private:
    AnimatorSettings settingsOf(const Settings& settings) const;
    void startOver(const AnimatorSettings& settings, uint32_t count);
    void remember(const AnimatorEvent& event, double before);

    std::shared_ptr<const AnimatorSpec> spec_;
    std::optional<Animators> animators_;            // from the first start() on
    std::shared_ptr<const RootMotion> rootMotion_;  // that can be applied
    std::string whyNoRootMotion_;
    bool described_ = false;
    bool changed_ = false;  // a range
    bool homeWanted_ = false;
    bool startWanted_ = false;
    std::vector<ParameterRange> ranges_;
    std::vector<PoseRequest> requests_;
    std::vector<AnimatorEvent> events_;
    std::vector<uint32_t> counts_;
    std::vector<Happened> happened_;
    uint32_t watched_ = 0;
    double seconds_ = 0;  // that were advanced since the start
};

}  // namespace sinew
