// Medians, percentiles and spread of measured times.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

/// Robust figures: one frame that the system interrupted moves none of them far.
struct Summary {
    double median = 0;
    double p5 = 0;
    double p95 = 0;
    double mad = 0;  // median absolute deviation from the median
    size_t count = 0;
    size_t outliers = 0;  // further from the median than five standard deviations and a tenth of it
};

/// Enough values for p5 and p95 to be shown: of fewer they are little more than the extremes.
constexpr bool hasTails(const Summary& summary) {
    return summary.count >= 20;
}

/// The value below which `fraction` (0 to 1) of `sorted` lies, linearly between neighbours.
/// `sorted` is ascending and not empty.
double percentile(std::span<const double> sorted, double fraction);

/// Nothing for no values: what was not measured is not 0.
std::optional<Summary> summarize(std::vector<double> values);

/// The standard deviation of a normal distribution with that MAD.
constexpr double deviationFromMad(double mad) {
    return 1.4826 * mad;
}

}  // namespace sinew
