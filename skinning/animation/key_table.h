// Where a time falls between the keys of a clip's channels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Key times of several channels, each strictly ascending and of at least one.
using KeyTimes = std::vector<std::span<const float>>;

/// Narrows the search for the keys of many sets at one time. Time is divided into steps, twice as
/// many as a set has keys on average; all times of a step are later than those of the one before.
/// One row a step has the key that each set is at when the step begins.
class KeySteps {
public:
    KeySteps() = default;
    explicit KeySteps(const KeyTimes& sets);

    size_t stepOf(float timeSeconds) const {
        const float place = std::max(timeSeconds, 0.0f) * stepsPerSecond_;
        return place < static_cast<float>(last_) ? static_cast<size_t>(place) : last_;
    }
    /// The last key of each set that is of an earlier step, or its first; counted through all sets.
    const uint32_t* entered(size_t step) const { return entered_.data() + step * sets_; }
    /// The last key of each set that is reached within `step`.
    const uint32_t* left(size_t step) const { return entered(step + 1); }

private:
    size_t sets_ = 0, last_ = 0;
    float stepsPerSecond_ = 0.0f;
    std::vector<uint32_t> entered_;
};

/// The last key from `key` to `last` that is passed; `key` itself where none is.
template <class Passed>
uint32_t lastPassed(uint32_t key, uint32_t last, const Passed& passed) {
    // No branch that depends on the time, where there is one key to look at or none.
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

/// value = mix(key, key + 1, fraction), in the channel's own way.
struct KeyPosition {
    uint32_t key = 0;       // of its set
    float fraction = 0.0f;  // [0, 1]; 0 at the last key and outside the keys
    float seconds = 0.0f;   // from key to key + 1; anything at the last key
};

/// Of a key: its time, and what share of the way to the next key a second is; 0 at the last.
struct KeyTime {
    float seconds = 0.0f;
    float perSecond = 0.0f;

    float fractionAt(float timeSeconds) const {
        return std::max((timeSeconds - seconds) * perSecond, 0.0f);
    }
};
KeyTime keyTimeOf(std::span<const float> times, size_t key);

/// Finds keys of many sets.
class KeyTable {
public:
    KeyTable() = default;
    explicit KeyTable(const KeyTimes& sets);

    size_t stepOf(float timeSeconds) const { return steps_.stepOf(timeSeconds); }
    /// Of a time in `step`.
    KeyPosition locate(size_t set, size_t step, float timeSeconds) const;

private:
    KeySteps steps_;
    std::vector<KeyTime> keys_;
    std::vector<uint32_t> firstKeys_;  // of a set
};

// Inline: returning the result through memory would take longer than finding it.
inline KeyPosition KeyTable::locate(size_t set, size_t step, float timeSeconds) const {
    const auto passed = [&](uint32_t key) { return keys_[key].seconds <= timeSeconds; };
    const uint32_t key = lastPassed(steps_.entered(step)[set], steps_.left(step)[set], passed);
    const KeyTime& from = keys_[key];
    return {.key = key - firstKeys_[set],
            .fraction = from.fractionAt(timeSeconds),
            .seconds = keys_[key + 1].seconds - from.seconds};
}

}  // namespace sinew
