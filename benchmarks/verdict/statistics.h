// Medians, percentiles and spread of measured times.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

/// Robust statistics of times: a few frames that the system interrupts hardly change them.
struct Summary {
    double median = 0;
    double p5 = 0;
    double p95 = 0;
    double mad = 0;  // median absolute deviation from the median
    size_t count = 0;
    // Number of values that are far from the median: by more than five standard deviations (from
    // `mad`) and by more than a tenth of the median.
    size_t outliers = 0;
};

/// True if p5 and p95 are useful. With fewer values they are close to the smallest and largest one.
constexpr bool hasTails(const Summary& summary) {
    return summary.count >= 20;
}

/// Returns the value below which `fraction` (0 to 1) of the values lies. `sorted` must be ascending
/// and not empty.
double percentile(std::span<const double> sorted, double fraction);

/// Returns nothing, not zeros, if `values` is empty, because a missing measurement is not 0.
std::optional<Summary> summarize(std::vector<double> values);

constexpr double deviationFromMad(double mad) {
    return 1.4826 * mad;
}

}  // namespace sinew
