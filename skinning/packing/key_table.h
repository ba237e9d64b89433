// Finds the keys before and after a time, for the channels of a clip.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Sets of key times, in seconds. Each set is strictly ascending and not empty. Channels may share
/// a set.
using KeyTimes = std::vector<std::span<const float>>;

/// Narrows the key search in many sets for the same time. The duration is divided into equal steps,
/// twice as many as a set has keys on average. A row per step has each set's key at the start of
/// the step.
class KeySteps {
public:
    KeySteps() = default;
    explicit KeySteps(const KeyTimes& sets);

    size_t stepOf(float timeSeconds) const {
        const float step = std::max(timeSeconds, 0.0f) * stepsPerSecond_;
        return step < static_cast<float>(last_) ? static_cast<size_t>(step) : last_;
    }
    /// Returns, for each set, the last key in a step before `step`, or the set's first key. Keys
    /// are numbered through all sets.
    const uint32_t* entered(size_t step) const { return entered_.data() + step * sets_; }
    /// Returns, for each set, the last key in `step` or in a step before it.
    const uint32_t* left(size_t step) const { return entered(step + 1); }

private:
    size_t sets_ = 0, last_ = 0;
    float stepsPerSecond_ = 0.0f;
    std::vector<uint32_t> entered_;
};

/// Returns the last key in [key, last] for which passed() is true, or `key` if there is none.
template <class Passed>
uint32_t lastPassed(uint32_t key, uint32_t last, const Passed& passed) {
    // If there is at most one candidate, which is the common case, no branch depends on the time.
    if (last - key <= 1) return key + (static_cast<uint32_t>(passed(last)) & (last - key));
    while (key < last) {
        const uint32_t middle = last - (last - key) / 2;
        if (passed(middle)) {
            key = middle;
        } else {
            last = middle - 1;
        }
    }
    return key;
}

/// A time between two keys: value = mix(key, key + 1, fraction), by the channel's interpolation.
struct KeyPosition {
    uint32_t key = 0;       // index in its set
    float fraction = 0.0f;  // [0, 1]; 0 at the last key and outside the keys
    float seconds = 0.0f;   // time from key to key + 1; undefined at the last key
};

/// The time of a key, and 1 / the time from it to the next key (0 for the last key).
struct KeyTime {
    float seconds = 0.0f;
    float perSecond = 0.0f;

    float fractionAt(float timeSeconds) const {
        return std::max((timeSeconds - seconds) * perSecond, 0.0f);
    }
};
KeyTime keyTimeOf(std::span<const float> times, size_t key);

class KeyTable {
public:
    KeyTable() = default;
    explicit KeyTable(const KeyTimes& sets);

    size_t stepOf(float timeSeconds) const { return steps_.stepOf(timeSeconds); }
    /// Returns the position of a time in a set. Requires step == stepOf(timeSeconds).
    KeyPosition locate(size_t set, size_t step, float timeSeconds) const;

private:
    KeySteps steps_;
    std::vector<KeyTime> keys_;
    std::vector<uint32_t> firstKeys_;
};

// Inline, because a call that returns the result through memory takes longer than the search.
inline KeyPosition KeyTable::locate(size_t set, size_t step, float timeSeconds) const {
    const auto passed = [&](uint32_t key) { return keys_[key].seconds <= timeSeconds; };
    const uint32_t key = lastPassed(steps_.entered(step)[set], steps_.left(step)[set], passed);
    const KeyTime& from = keys_[key];
    return {.key = key - firstKeys_[set],
            .fraction = from.fractionAt(timeSeconds),
            .seconds = keys_[key + 1].seconds - from.seconds};
}

}  // namespace sinew
