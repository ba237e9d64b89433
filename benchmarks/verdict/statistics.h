// Medians, percentiles and spread of measured times.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

/// Robust: a frame that the system interrupts hardly changes them.
struct Summary {
    double median = 0;
    double p5 = 0;
    double p95 = 0;
    double mad = 0;  // median absolute deviation from the median
    size_t count = 0;
    size_t outliers = 0;  // further from the median than five standard deviations and a tenth of it
};

/// With fewer values, p5 and p95 are close to the extremes.
constexpr bool hasTails(const Summary& summary) {
    return summary.count >= 20;
}

/// The value below which `fraction` (0 to 1) of `sorted` lies. `sorted` is ascending and not empty.
double percentile(std::span<const double> sorted, double fraction);

/// Nothing for no values: not measured differs from 0.
std::optional<Summary> summarize(std::vector<double> values);

constexpr double deviationFromMad(double mad) {
    return 1.4826 * mad;
}

}  // namespace sinew
