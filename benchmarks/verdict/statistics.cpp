// Computes medians and percentiles of times.
#include "benchmarks/verdict/statistics.h"

#include <algorithm>
#include <cmath>

namespace sinew {

double percentile(std::span<const double> sorted, double fraction) {
    const double position = fraction * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<size_t>(position);
    const size_t high = std::min(low + 1, sorted.size() - 1);
    return std::lerp(sorted[low], sorted[high], position - static_cast<double>(low));
}

std::optional<Summary> summarize(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    Summary summary{.median = percentile(values, 0.5),
                    .p5 = percentile(values, 0.05),
                    .p95 = percentile(values, 0.95),
                    .count = values.size()};
    for (double& value : values) value = std::abs(value - summary.median);
    std::sort(values.begin(), values.end());
    summary.mad = percentile(values, 0.5);
    const double far = std::max(5.0 * deviationFromMad(summary.mad), 0.1 * summary.median);
    summary.outliers =
        static_cast<size_t>(values.end() - std::upper_bound(values.begin(), values.end(), far));
    return summary;
}

}  // namespace sinew
