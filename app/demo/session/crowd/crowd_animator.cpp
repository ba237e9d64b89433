// Applies settings to the animators and records events.
#include "app/demo/session/crowd/crowd_animator.h"

#include <algorithm>
#include <utility>

#include "app/demo/session/settings.h"
#include "skinning/animator/animator_file.h"
#include "skinning/model/clips_from.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

/// Number of stored events of the watched instance.
constexpr size_t kRemembered = 24;

AnimatorSpec descriptionOf(const Model& model, const std::string& file) {
    return file.empty() || file == "model" ? animatorOf(model) : readAnimator(file, model);
}

}  // namespace

void addDescribedMasks(Model& model, const std::string& file) {
    try {
        AnimatorSpec spec = descriptionOf(model, file);
        model.masks = std::move(spec.masks);
        model.warnings.insert(model.warnings.end(), spec.warnings.begin(), spec.warnings.end());
    } catch (const std::runtime_error&) {
        model.masks.clear();
    }
}

void addDescribedClips(Model& model, const std::string& file) {
    const bool isOwn = file.empty() || file == "model";
    const fs::path description = isOwn ? animatorFileOf(model.source) : fs::path(file);
    std::error_code error;
    if (!fs::exists(description, error)) return;
    try {
        addClipsOfAnimator(description, model);
    } catch (const std::runtime_error& fault) {
        model.warnings.emplace_back(fault.what());
    }
}

std::string CrowdAnimator::start(const Model& model, const Settings& settings,
                                 const std::string& file) {
    std::string fault;
    std::error_code error;
    described_ = (!file.empty() && file != "model") ||
                 std::filesystem::exists(animatorFileOf(model.source), error);
    try {
        spec_ = std::make_shared<const AnimatorSpec>(descriptionOf(model, file));
    } catch (const std::runtime_error& broken) {
        fault = broken.what();
        described_ = false;
        spec_ = std::make_shared<const AnimatorSpec>(defaultAnimator(model));
    }
    rootMotion_ = nullptr;
    whyNoRootMotion_.clear();
    try {
        AnimatorSpec spec = *spec_;
        applyRootMotion(spec, model);
        rootMotion_ = spec.rootMotion;
    } catch (const std::runtime_error& none) {
        whyNoRootMotion_ = none.what();
    }
    const bool switches = rootMotion_ && settings.rootMotion != RootMotionChoice::byModel &&
                          appliesRootMotion() != (settings.rootMotion == RootMotionChoice::on);
    if (switches) switchRootMotion();
    ranges_.clear();
    for (const AnimatorParameter& parameter : spec_->parameters) {
        ranges_.push_back({parameter.least, parameter.most});
    }
    watched_ = 0;
    startOver(settingsOf(settings), 1);
    return fault;
}

void CrowdAnimator::startOver(AnimatorSettings settings, uint32_t count) {
    animators_.emplace(spec_, std::move(settings), count);
    counts_.assign(spec_->states.size(), 0);
    animators_->countStates(counts_);
    happened_.clear();
    happened_.reserve(kRemembered);
    seconds_ = 0;
    steps_ = 0;
    repeatable_ = true;
    homeWanted_ = startWanted_ = false;
}

void CrowdAnimator::switchRootMotion() {
    AnimatorSpec spec = *spec_;
    spec.rootMotion = spec.rootMotion ? nullptr : rootMotion_;
    spec_ = std::make_shared<const AnimatorSpec>(std::move(spec));
    startWanted_ = true;
}

AnimatorSettings CrowdAnimator::settingsOf(const Settings& settings) const {
    return {.seed = settings.seed,
            .speedSpread = settings.speedSpread,
            .randomInputSeconds = settings.randomInputSeconds,
            .ranges = ranges_};
}

bool CrowdAnimator::follow(const Settings& settings) {
    const AnimatorSettings& now = animators_->settings();
    if (startWanted_ || settings.seed != now.seed) {
        startOver(settingsOf(settings), animators_->count());
        return true;
    }
    if (changed_ || settings.speedSpread != now.speedSpread ||
        settings.randomInputSeconds != now.randomInputSeconds) {
        animators_->setSettings(settingsOf(settings));
        recordChange();
    }
    changed_ = false;
    if (!std::exchange(homeWanted_, false)) return false;
    animators_->bringHome();
    recordChange();
    return true;
}

void CrowdAnimator::advance(float seconds) {
    events_.clear();
    animators_->advance(seconds, events_);
    for (const AnimatorEvent& event : events_) {
        if (event.instance == watched_) remember(event, seconds_);
    }
    seconds_ += double{seconds};
    ++steps_;
    animators_->countStates(counts_);
}

void CrowdAnimator::remember(const AnimatorEvent& event, double before) {
    if (happened_.size() == kRemembered) happened_.pop_back();
    happened_.insert(happened_.begin(),
                     {event.state, event.event, before + double{event.afterSeconds}});
}

std::span<const PoseRequest> CrowdAnimator::requests(uint32_t count) {
    if (count > animators_->count() && steps_ > 0) {
        if (steps_ == 1 && repeatable_) {
            startOver(animators_->settings(), count);
        } else {
            recordChange();
        }
    }
    if (count != animators_->count()) {
        animators_->resize(count);
        animators_->countStates(counts_);
    }
    requests_.resize(count);
    animators_->writeRequests(requests_);
    return requests_;
}

void CrowdAnimator::watch(uint32_t instance) {
    if (instance == watched_) return;
    watched_ = instance;
    happened_.clear();
}

void CrowdAnimator::setRange(uint32_t parameter, const ParameterRange& range) {
    ranges_[parameter] = range;
    changed_ = true;
}

}  // namespace sinew
