// The ratio of two times that were measured in alternating blocks, with its interval and p-value.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

struct Ratio {
    double ratio = 1;
    double low = 1;  // 95 % interval
    double high = 1;
    // Probability of a ratio at least as far from 1, if both times were equal.
    double byChance = 1;
};

/// Minimum number of blocks. The signs of seven differences are equal by chance in 1.6 % of
/// measurements.
inline constexpr size_t kFewestBlocks = 8;

/// Returns `slower` / `faster`. Two blocks with the same index were measured in the same round, so
/// drift and other load affect both. Differences of the logarithms are assumed independent and
/// symmetric about the true value. The estimate is the median of their pairwise means (Hodges and
/// Lehmann, "Estimates of Location Based on Rank Tests", 1963). Interval and two-sided `byChance`
/// follow Wilcoxon's signed-rank test ("Individual Comparisons by Ranking Methods", 1945; Hollander
/// and Wolfe, "Nonparametric Statistical Methods", chapter 3). Nothing if there are fewer than
/// kFewestBlocks pairs, or if a time is not positive.
std::optional<Ratio> pairedRatio(std::span<const double> slower, std::span<const double> faster);

/// Returns the Hodges-Lehmann estimate: the median of the means of all pairs. `values` must not be
/// empty.
double typicalValue(const std::vector<double>& values);

}  // namespace sinew
