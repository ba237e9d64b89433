// Lists the choices of a survey. Each call of ErrorSurvey::step() measures one of them.
#include "app/demo/work/error_survey.h"

#include <algorithm>

#include "app/demo/session/methods.h"

namespace sinew {

void ErrorSurvey::add(const SkinChoice& choice) {
    const SkinChoice supported = supportedChoice(choice);
    const bool known = std::any_of(entries_.begin(), entries_.end(),
                                   [&](const Entry& entry) { return entry.choice == supported; });
    if (!known) entries_.push_back({.choice = supported});
}

void ErrorSurvey::start(const SkinChoice& choice, std::vector<PoseRequest> requests) {
    clear();
    requests_ = std::move(requests);
    for (const Method method : allMethods()) add({method, choice.settings});
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            SkinChoice other = choice;
            word.apply(other.settings);
            add(other);
        }
    }
}

void ErrorSurvey::clear() {
    entries_.clear();
    next_ = 0;
    verifier_.reset();
    capture_.reset();
}

float ErrorSurvey::fraction() const {
    return static_cast<float>(next_) / static_cast<float>(std::max<size_t>(entries_.size(), 1));
}

void ErrorSurvey::step(const std::shared_ptr<Scene>& scene) {
    Entry& entry = entries_[next_++];
    try {
        if (!capture_) {
            capture_.emplace(Capture::create(scene->device(), ShaderLibrary::embedded()));
        }
        if (!verifier_) {
            verifier_.emplace(*capture_, scene, std::vector<std::vector<PoseRequest>>{requests_});
        }
        entry.errors = verifier_->verify(entry.choice);
    } catch (const std::runtime_error&) {
        // Entry::errors stays empty: the panel shows "not measured".
    }
    if (running()) return;
    verifier_.reset();  // frees the reference vertices
    capture_.reset();
}

const Verification* ErrorSurvey::find(const SkinChoice& choice) const {
    const SkinChoice supported = supportedChoice(choice);
    for (const Entry& entry : entries_) {
        if (entry.choice == supported) return entry.errors ? &*entry.errors : nullptr;
    }
    return nullptr;
}

bool ErrorSurvey::good() const {
    return std::all_of(entries_.begin(), entries_.end(), [](const Entry& entry) {
        return !entry.errors || entry.errors->ofItself.withinTolerance();
    });
}

}  // namespace sinew
