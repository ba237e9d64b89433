// Stores the inputs of work, so that the work is repeated only after an input changes.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/demo/session/crowd/crowd_gate.h"
#include "skinning/animation/playback.h"

namespace sinew {

struct BakedClips;

template <typename Value>
class Followed {
public:
    /// Returns true at the first call and if `now` differs from the value of the last call.
    bool changes(const Value& now) {
        if (last_ == now) return false;
        last_ = now;
        return true;
    }
    void forget() { last_.reset(); }
    /// Returns the value of the last changes(); empty before the first call and after forget().
    const std::optional<Value>& last() const { return last_; }

private:
    std::optional<Value> last_;
};

/// Inputs of State::methods and State::compared.
struct Described {
    const Model* model = nullptr;
    SkinChoice skinning;
    SkinChoice compared;
    bool comparing = false;
    uint32_t passes = 0;
    bool motion = false;
    bool operator==(const Described&) const = default;
};

/// Inputs of State::difference. While playback runs, timeSeconds is -1, so that a new time does not
/// repeat the measurement.
struct Compared {
    SkinChoice first;
    std::optional<SkinChoice> second;
    uint32_t instanceCount = 0;
    uint32_t clip = kRestPose;
    double timeSeconds = 0;
    bool staggered = false;
    bool animating = false;
    bool operator==(const Compared&) const = default;
};

struct MemoryInputs {
    CrowdGate::MethodPair methods;
    uint32_t instances = 0;
    bool motion = false;
    bool operator==(const MemoryInputs&) const = default;
};

struct Changes {
    Followed<Described> methods;
    Followed<Compared> difference;
    Followed<MemoryInputs> memory;
    Followed<uint32_t> samples;
    Followed<std::pair<float, float>> columns;  // column widths at the last framing
    Followed<const BakedClips*> pictured;
    Followed<std::pair<const Model*, std::string>> joints;  // model and filter of JointsView::rows
    Followed<const Model*> thumbnailed;

    /// Clears the inputs that depend on a model, so that their work is repeated. Call it after a
    /// model or the Frame was replaced.
    void forgetModel() {
        joints.forget();
        difference.forget();
        memory.forget();
        pictured.forget();
        thumbnailed.forget();
    }
};

}  // namespace sinew
