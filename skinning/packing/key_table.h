// Finds the keys of a clip's channels at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Key times of several channels; each strictly ascending and not empty.
using KeyTimes = std::vector<std::span<const float>>;

/// Narrows the key search of many sets at one time. Time is divided into steps, twice the average
/// key count of a set. A row per step has each set's key at the start of the step.
class KeySteps {
public:
    KeySteps() = default;
    explicit KeySteps(const KeyTimes& sets);

    size_t stepOf(float timeSeconds) const {
        const float step = std::max(timeSeconds, 0.0f) * stepsPerSecond_;
        return step < static_cast<float>(last_) ? static_cast<size_t>(step) : last_;
    }
    /// By set: the last key before `step`, or its first key. Indices count through all sets.
    const uint32_t* entered(size_t step) const { return entered_.data() + step * sets_; }
    /// By set: the last key up to the end of `step`.
    const uint32_t* left(size_t step) const { return entered(step + 1); }

private:
    size_t sets_ = 0, last_ = 0;
    float stepsPerSecond_ = 0.0f;
    std::vector<uint32_t> entered_;
};

/// The last key in [key, last] that `passed` accepts; `key` if there is none.
template <class Passed>
uint32_t lastPassed(uint32_t key, uint32_t last, const Passed& passed) {
    // The common case of at most one candidate has no branch on the time.
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

/// value = mix(key, key + 1, fraction), by the channel's interpolation.
struct KeyPosition {
    uint32_t key = 0;       // index in its set
    float fraction = 0.0f;  // [0, 1]; 0 at the last key and outside the keys
    float seconds = 0.0f;   // from key to key + 1; undefined at the last key
};

/// A key's time, and the inverse of the time to the next key; 0 at the last.
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
    /// Requires step == stepOf(timeSeconds).
    KeyPosition locate(size_t set, size_t step, float timeSeconds) const;

private:
    KeySteps steps_;
    std::vector<KeyTime> keys_;
    std::vector<uint32_t> firstKeys_;
};

// Inline: returning the result through memory takes longer than the search.
inline KeyPosition KeyTable::locate(size_t set, size_t step, float timeSeconds) const {
    const auto passed = [&](uint32_t key) { return keys_[key].seconds <= timeSeconds; };
    const uint32_t key = lastPassed(steps_.entered(step)[set], steps_.left(step)[set], passed);
    const KeyTime& from = keys_[key];
    return {.key = key - firstKeys_[set],
            .fraction = from.fractionAt(timeSeconds),
            .seconds = keys_[key + 1].seconds - from.seconds};
}

}  // namespace sinew
