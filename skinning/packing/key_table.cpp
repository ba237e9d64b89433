// Builds the tables that narrow the key search.
#include "skinning/packing/key_table.h"

#include <limits>

namespace sinew {

KeySteps::KeySteps(const KeyTimes& sets) : sets_(sets.size()) {
    size_t keys = 0;
    float end = 0;
    for (const std::span<const float> times : sets) {
        keys += times.size();
        end = std::max(end, times.back());
    }
    const size_t steps = std::max<size_t>(2 * keys / std::max<size_t>(sets_, 1), 1);
    last_ = steps - 1;
    if (end > 0) stepsPerSecond_ = static_cast<float>(steps) / end;
    entered_.resize((steps + 1) * sets_);
    size_t firstKey = 0;
    for (size_t s = 0; s < sets_; ++s) {
        size_t key = 0;
        for (size_t step = 0; step <= steps; ++step) {
            while (key + 1 < sets[s].size() && stepOf(sets[s][key + 1]) < step) ++key;
            entered_[step * sets_ + s] = static_cast<uint32_t>(firstKey + key);
        }
        firstKey += sets[s].size();
    }
}

KeyTime keyTimeOf(std::span<const float> times, size_t key) {
    if (key + 1 == times.size()) return {times[key], 0.0f};
    const double perSecond = 1 / (double{times[key + 1]} - times[key]);
    constexpr double kMost = std::numeric_limits<float>::max();
    return {times[key], static_cast<float>(std::min(perSecond, kMost))};
}

KeyTable::KeyTable(const KeyTimes& sets) : steps_(sets) {
    for (const std::span<const float> times : sets) {
        firstKeys_.push_back(static_cast<uint32_t>(keys_.size()));
        for (size_t key = 0; key < times.size(); ++key) keys_.push_back(keyTimeOf(times, key));
    }
    keys_.push_back({});  // padding, read after the last key
}

}  // namespace sinew
