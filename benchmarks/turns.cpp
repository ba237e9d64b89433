// Widths of intervals.
#include "benchmarks/turns.h"

#include <algorithm>
#include <limits>

namespace sinew {

std::vector<size_t> choicesToMeasureOn(std::span<const std::optional<Timing>> frames,
                                       double interval) {
    const auto medianOf = [](const std::optional<Timing>& timing) {
        return timing ? timing->all.median : std::numeric_limits<double>::infinity();
    };
    const auto fastest =
        std::min_element(frames.begin(), frames.end(),
                         [&](const auto& a, const auto& b) { return medianOf(a) < medianOf(b); });
    std::vector<size_t> others;
    if (fastest == frames.end() || !*fastest) return others;
    const auto first = static_cast<size_t>(fastest - frames.begin());
    for (size_t i = 0; i < frames.size(); ++i) {
        if (i == first || !frames[i]) continue;
        const auto ratio = pairedRatio(frames[i]->blockMedians, (*fastest)->blockMedians);
        if (!ratio || ratio->high - ratio->low >= interval * ratio->ratio) others.push_back(i);
    }
    if (!others.empty()) others.push_back(first);
    return others;
}

}  // namespace sinew
