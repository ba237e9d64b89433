// The ratio of two times that were measured in turns, with an interval, and how likely chance is.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace sinew {

/// How many times as long one time is as another.
struct Ratio {
    double ratio = 1;
    double low = 1;  // 95 % interval
    double high = 1;
    double byChance = 1;  // probability of such a ratio or a farther one if both were equal
};

/// Fewer blocks give no ratio: with seven, chance alone would put all of them on one side in 1.6 %
/// of measurements.
inline constexpr size_t kFewestBlocks = 8;

/// `slower` / `faster`, from pairs of blocks: block n of both was measured in the same round, so a
/// machine that drifts or is busy for a while changes both. The differences of the logarithms of
/// the medians are taken as symmetric about the true one and as independent of each other. The
/// estimate is the median of their pairwise means (Hodges and Lehmann, "Estimates of Location Based
/// on Rank Tests", 1963). The interval and `byChance`, two-sided, are of Wilcoxon's signed-rank
/// test, whose distribution is exact for any such noise ("Individual Comparisons by Ranking
/// Methods", 1945; Hollander and Wolfe, "Nonparametric Statistical Methods", chapter 3). Blocks
/// beyond the length of the shorter list are not used. Nothing: fewer than kFewestBlocks pairs, or
/// a time that is not positive.
std::optional<Ratio> pairedRatio(std::span<const double> slower, std::span<const double> faster);

/// The Hodges-Lehmann estimate of the center that values scatter about: the median of their
/// pairwise means. `values` is not empty.
double typicalValue(const std::vector<double>& values);

}  // namespace sinew
