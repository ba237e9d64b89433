// Selects choices by the width of their intervals.
#include "benchmarks/run/turns.h"

#include <algorithm>
#include <limits>

namespace sinew {

std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       std::span<const size_t> turns, double interval) {
    if (interval <= 0 || turns.empty()) return {turns.begin(), turns.end()};
    const auto medianOf = [&](size_t i) {
        return frames[i] ? frames[i]->all.median : std::numeric_limits<double>::infinity();
    };
    const size_t fastest = *std::min_element(
        turns.begin(), turns.end(), [&](size_t a, size_t b) { return medianOf(a) < medianOf(b); });
    std::vector<size_t> others;
    if (!frames[fastest]) return others;
    for (const size_t i : turns) {
        if (i == fastest || !frames[i]) continue;
        const auto ratio = pairedRatio(frames[i]->blockMedians, frames[fastest]->blockMedians);
        if (!ratio || ratio->high - ratio->low >= interval * ratio->ratio) others.push_back(i);
    }
    if (!others.empty()) others.push_back(fastest);
    return others;
}

}  // namespace sinew
