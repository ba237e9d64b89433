// The ratio of two times measured in turns, with its interval and p-value.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

struct Ratio {
    double ratio = 1;
    double low = 1;  // 95 % interval
    double high = 1;
    double byChance = 1;  // probability of this ratio or a more extreme one if both were equal
};

/// Seven differences have equal signs by chance in 1.6 % of measurements.
inline constexpr size_t kFewestBlocks = 8;

/// `slower` / `faster`, from pairs of blocks of the same round, so drift and other load affect
/// both. Differences of the logarithms are assumed independent and symmetric about the true value.
/// The estimate is the median of their pairwise means (Hodges and Lehmann, "Estimates of Location
/// Based on Rank Tests", 1963). Interval and two-sided `byChance` follow Wilcoxon's signed-rank
/// test ("Individual Comparisons by Ranking Methods", 1945; Hollander and Wolfe, "Nonparametric
/// Statistical Methods", chapter 3). Nothing: fewer than kFewestBlocks pairs, or a time that is not
/// positive.
std::optional<Ratio> pairedRatio(std::span<const double> slower, std::span<const double> faster);

/// The Hodges-Lehmann estimate: the median of pairwise means. `values` is not empty.
double typicalValue(const std::vector<double>& values);

}  // namespace sinew
