// What was acted on last, so that it is done again only where it has changed. All of it is here.
#pragma once

#include <optional>
#include <utility>

#include "app/demo/session/crowd_gate.h"
#include "skinning/animation/playback.h"

namespace sinew {

struct BakedClips;

template <typename Value>
class Followed {
public:
    /// Whether it is another one than at the last call, or the first.
    bool changes(const Value& now) {
        if (last_ == now) return false;
        last_ = now;
        return true;
    }
    void forget() { last_.reset(); }
    /// Nothing before the first call, and when it was forgotten.
    const std::optional<Value>& last() const { return last_; }

private:
    std::optional<Value> last_;
};

/// What State::methods and State::compared describe.
struct Described {
    const Model* model = nullptr;
    SkinChoice skinning;
    SkinChoice compared;
    bool comparing = false;
    uint32_t passes = 0;
    bool motion = false;
    bool operator==(const Described&) const = default;
};

/// What State::difference is of; the moment counts while nothing moves.
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

/// A crowd that memory has to hold.
struct Wish {
    CrowdGate::Way way;
    uint32_t instances = 0;
    bool motion = false;
    bool operator==(const Wish&) const = default;
};

struct Changes {
    Followed<Described> methods;
    Followed<Compared> difference;
    Followed<Wish> memory;                      // that was checked
    Followed<uint32_t> samples;                 // as the settings have them
    Followed<std::pair<float, float>> columns;  // the camera frames between columns so wide
    Followed<const BakedClips*> pictured;       // in the baked view

    /// The model or the frame has been replaced.
    void forgetModel() {
        difference.forget();
        memory.forget();
        pictured.forget();
    }
};

}  // namespace sinew
