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

/// Fewer blocks give no ratio: seven differences have equal signs by chance in 1.6 % of
/// measurements.
inline constexpr size_t kFewestBlocks = 8;

/// `slower` / `faster`, from pairs of blocks. Block n of both was measured in the same round, so
/// drift and other load affect both. Differences of the logarithms of medians are assumed to be
/// independent, and symmetric about the true value. The estimate is the median of their pairwise
/// means (Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963). The interval and
/// the two-sided `byChance` follow Wilcoxon's signed-rank test, whose distribution is exact under
/// these assumptions ("Individual Comparisons by Ranking Methods", 1945; Hollander and Wolfe,
/// "Nonparametric Statistical Methods", chapter 3). Blocks without a partner are ignored. Nothing:
/// fewer than kFewestBlocks pairs, or a time that is not positive.
std::optional<Ratio> pairedRatio(std::span<const double> slower, std::span<const double> faster);

/// The Hodges-Lehmann estimate of the centre of `values`: the median of their pairwise means.
/// `values` is not empty.
double typicalValue(const std::vector<double>& values);

}  // namespace sinew
