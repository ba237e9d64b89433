// Predicts frame times in proportion to the crowd, and grows the crowd in steps.
#include "app/demo/session/crowd/crowd_gate.h"

#include <algorithm>

namespace sinew {
namespace {

// A growth step chooses the crowd with this predicted frame time. The prediction is an upper bound.
constexpr double kStepSeconds = 0.5;
constexpr size_t kMostRecords = 16;

}  // namespace

uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach) {
    // A million vertices take 0.1 s on a CPU device. A joint's pose costs as much as 16 vertices.
    constexpr uint64_t kQuickWork = 1'000'000;
    const uint64_t each = std::max<uint64_t>(verticesEach + 16 * jointsEach, 1);
    return static_cast<uint32_t>(std::max<uint64_t>(kQuickWork / each, 1));
}

void CrowdGate::start(uint32_t quickCrowd) {
    quick_ = quickCrowd;
    records_.clear();
    question_.reset();
}

void CrowdGate::shrink(uint32_t instances) {
    question_.reset();
    for (Record& record : records_) {
        record = {.methods = record.methods,
                  .shown = std::min(record.shown, instances),
                  .accepted = std::min(record.accepted, instances)};
    }
}

CrowdGate::Record& CrowdGate::find(const MethodPair& methods) {
    const auto found = std::find_if(records_.begin(), records_.end(), [&](const Record& record) {
        return record.methods == methods;
    });
    if (found != records_.end()) {
        std::rotate(found, found + 1, records_.end());
    } else {
        if (records_.size() == kMostRecords) records_.erase(records_.begin());
        records_.push_back({.methods = methods});
    }
    return records_.back();
}

/// A smaller crowd replaces the measurement only if its time per instance is lower.
void CrowdGate::measured(const MethodPair& methods, uint32_t instances, double seconds) {
    Record& record = find(methods);
    const double before = record.seconds / std::max(record.instances, 1u);
    if (instances == record.instances) {
        record.seconds += 0.25 * (seconds - record.seconds);  // damps single slow frames
    } else if (instances > record.instances || seconds / instances < before) {
        record.instances = instances;
        record.seconds = seconds;
    }
}

uint32_t CrowdGate::admit(const MethodPair& methods, uint32_t wanted) {
    if (!records_.empty() && records_.back().methods != methods) question_.reset();
    Record& record = find(methods);
    const auto show = [&](uint32_t instances) {
        question_.reset();
        return record.shown = instances;
    };
    if (wanted <= std::max({record.shown, record.accepted, quick_})) return show(wanted);
    const uint32_t shown = std::max(record.shown, std::min(wanted, quick_));
    if (record.instances < shown) return show(shown);  // measures that crowd first
    const double each = record.seconds / record.instances;
    if (each * wanted <= kSlowFrameSeconds) return show(wanted);
    const double step = kStepSeconds / std::max(each, 1e-9);
    if (step >= 2.0 * shown) return show(static_cast<uint32_t>(std::min<double>(wanted, step)));
    // The prediction changes in each frame, but an open question keeps its first number.
    if (!question_ || question_->instances != wanted || question_->shown != shown) {
        question_ = {wanted, shown, each * wanted};
    }
    return record.shown = shown;
}

void CrowdGate::accept() {
    if (question_) records_.back().accepted = question_->instances;
}

}  // namespace sinew
