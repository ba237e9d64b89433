// Computes Walsh averages and the distribution of Wilcoxon's signed-rank statistic.
#include "benchmarks/verdict/ratio.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

namespace sinew {
namespace {

// Probability that the true value is outside of the interval, on both sides together.
constexpr double kOutside = 0.05;
// Maximum number of pairs with an exact distribution. More pairs use the normal distribution.
constexpr size_t kMostExact = 64;

/// Returns the mean of each pair of values, including the pairs of a value with itself.
std::vector<double> walshAverages(const std::vector<double>& values) {
    std::vector<double> averages;
    averages.reserve(values.size() * (values.size() + 1) / 2);
    for (size_t i = 0; i < values.size(); ++i) {
        for (size_t j = i; j < values.size(); ++j) averages.push_back((values[i] + values[j]) / 2);
    }
    return averages;
}

/// Returns the median. Reorders `values`: the lower half then has no value above the median, the
/// upper half none below it.
double medianOf(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

/// Returns distributions: element [n][k] is the probability that the signed-rank statistic of n
/// random signs is at most k.
std::vector<std::vector<double>> exactDistributions() {
    std::vector<std::vector<double>> distributions{{1.0}};
    std::vector<double> chance{1.0};
    for (size_t rank = 1; rank <= kMostExact; ++rank) {
        // The statistic is the sum of the ranks with a positive sign. Each sign is positive with
        // probability 1/2.
        chance.resize(chance.size() + rank, 0.0);
        for (size_t k = chance.size(); k-- > 0;) {
            chance[k] = (chance[k] + (k >= rank ? chance[k - rank] : 0.0)) / 2;
        }
        std::partial_sum(chance.begin(), chance.end(),
                         std::back_inserter(distributions.emplace_back()));
    }
    return distributions;
}

/// Returns the normal approximation of the signed-rank statistic's distribution.
std::vector<double> normalDistribution(size_t pairs) {
    const auto n = static_cast<double>(pairs);
    const double deviation = std::sqrt(n * (n + 1) * (2 * n + 1) / 24);
    std::vector<double> chance(pairs * (pairs + 1) / 2 + 1);
    for (size_t k = 0; k < chance.size(); ++k) {
        const double z = (static_cast<double>(k) + 0.5 - n * (n + 1) / 4) / deviation;
        chance[k] = std::erfc(-z / std::sqrt(2.0)) / 2;
    }
    return chance;
}

}  // namespace

double typicalValue(const std::vector<double>& values) {
    std::vector<double> averages = walshAverages(values);
    return medianOf(averages);
}

std::optional<Ratio> pairedRatio(std::span<const double> slower, std::span<const double> faster) {
    const size_t pairs = std::min(slower.size(), faster.size());
    if (pairs < kFewestBlocks) return std::nullopt;
    std::vector<double> differences;
    for (size_t i = 0; i < pairs; ++i) {
        if (!(slower[i] > 0) || !(faster[i] > 0)) return std::nullopt;
        differences.push_back(std::log(slower[i]) - std::log(faster[i]));
    }
    std::vector<double> averages = walshAverages(differences);
    static const std::vector<std::vector<double>> kExact = exactDistributions();
    const std::vector<double> limit =
        pairs > kMostExact ? normalDistribution(pairs) : std::vector<double>();
    const std::vector<double>& chance = pairs > kMostExact ? limit : kExact[pairs];
    // The signed-rank statistic equals the number of averages on one side of zero. The smaller
    // number is used; zeros count on both sides.
    const auto count = [&](const auto& is) {
        return static_cast<size_t>(std::count_if(averages.begin(), averages.end(), is));
    };
    const size_t emptier = std::min(count([](double average) { return average <= 0; }),
                                    count([](double average) { return average >= 0; }));
    const auto outside =
        std::upper_bound(chance.begin(), chance.end(), kOutside / 2) - chance.begin();
    const double typical = medianOf(averages);
    const auto middle = averages.begin() + static_cast<ptrdiff_t>(averages.size() / 2);
    const auto low = averages.begin() + outside - 1, high = averages.end() - outside;
    std::nth_element(averages.begin(), low, middle);
    std::nth_element(middle, high, averages.end());
    return Ratio{.ratio = std::exp(typical),
                 .low = std::exp(*low),
                 .high = std::exp(*high),
                 .byChance = std::min(1.0, 2 * chance[emptier])};
}

}  // namespace sinew
