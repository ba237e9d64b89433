// Predicts frame times in proportion to the crowd, and grows the crowd in steps.
#include "app/demo/session/crowd_gate.h"

#include <algorithm>

namespace sinew {
namespace {

// Predicted frame time of an intermediate crowd. The prediction is an upper bound.
constexpr double kStepSeconds = 0.5;
constexpr size_t kWays = 16;

}  // namespace

uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach) {
    // A million vertices take 0.1 s on a CPU device. A joint's pose costs as much as 16 vertices.
    constexpr uint64_t kQuickWork = 1'000'000;
    const uint64_t each = std::max<uint64_t>(verticesEach + 16 * jointsEach, 1);
    return static_cast<uint32_t>(std::max<uint64_t>(kQuickWork / each, 1));
}

void CrowdGate::start(uint32_t quickCrowd) {
    quick_ = quickCrowd;
    known_.clear();
    question_.reset();
}

void CrowdGate::shrink(uint32_t instances) {
    question_.reset();
    for (Known& known : known_) {
        known = {.way = known.way,
                 .shown = std::min(known.shown, instances),
                 .accepted = std::min(known.accepted, instances)};
    }
}

CrowdGate::Known& CrowdGate::find(const Way& way) {
    const auto found = std::find_if(known_.begin(), known_.end(),
                                    [&](const Known& known) { return known.way == way; });
    if (found != known_.end()) {
        std::rotate(found, found + 1, known_.end());
    } else {
        if (known_.size() == kWays) known_.erase(known_.begin());
        known_.push_back({.way = way});
    }
    return known_.back();
}

/// A smaller crowd replaces the measurement only if its time per instance is lower.
void CrowdGate::measured(const Way& way, uint32_t instances, double seconds) {
    Known& known = find(way);
    const double before = known.seconds / std::max(known.instances, 1u);
    if (instances == known.instances) {
        known.seconds += 0.25 * (seconds - known.seconds);  // damps single slow frames
    } else if (instances > known.instances || seconds / instances < before) {
        known.instances = instances;
        known.seconds = seconds;
    }
}

uint32_t CrowdGate::admit(const Way& way, uint32_t wanted) {
    if (!known_.empty() && known_.back().way != way) question_.reset();
    Known& known = find(way);
    const auto show = [&](uint32_t instances) {
        question_.reset();
        return known.shown = instances;
    };
    if (wanted <= std::max({known.shown, known.accepted, quick_})) return show(wanted);
    const uint32_t shown = std::max(known.shown, std::min(wanted, quick_));
    if (known.instances < shown) return show(shown);  // measures it first
    const double each = known.seconds / known.instances;
    if (each * wanted <= kSlowFrameSeconds) return show(wanted);
    const double step = kStepSeconds / std::max(each, 1e-9);
    if (step >= 2.0 * shown) return show(static_cast<uint32_t>(std::min<double>(wanted, step)));
    // The prediction changes each frame, but the question keeps its first figure.
    if (!question_ || question_->instances != wanted || question_->shown != shown) {
        question_ = {wanted, shown, each * wanted};
    }
    return known.shown = shown;
}

void CrowdGate::accept() {
    if (question_) known_.back().accepted = question_->instances;
}

}  // namespace sinew
