// Medians, percentiles and MAD by hand.
#include "benchmarks/statistics.h"

#include <gtest/gtest.h>

#include <array>

namespace sinew {
namespace {

TEST(Statistics, NothingMeasuredHasNoSummary) {
    EXPECT_FALSE(summarize({}).has_value());
}

TEST(Statistics, OneValueIsItsOwnSummary) {
    const Summary summary = *summarize({7.0});
    EXPECT_EQ(summary.median, 7.0);
    EXPECT_EQ(summary.p5, 7.0);
    EXPECT_EQ(summary.p95, 7.0);
    EXPECT_EQ(summary.mad, 0.0);
    EXPECT_EQ(summary.count, 1u);
}

TEST(Statistics, PercentilesLieBetweenNeighbours) {
    const std::array<double, 5> sorted{10, 20, 30, 40, 50};
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.0), 10);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.25), 20);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.05), 12);
    EXPECT_DOUBLE_EQ(percentile(sorted, 1.0), 50);
}

TEST(Statistics, MedianOfAnEvenCountIsTheMiddle) {
    EXPECT_DOUBLE_EQ(summarize({4, 1, 3, 2})->median, 2.5);
}

TEST(Statistics, OutliersAreFarFromTheMedianByItsOwnMeasureToo) {
    EXPECT_EQ(summarize({10, 11, 12, 13, 1000})->outliers, 1u);
    EXPECT_EQ(summarize({1, 11, 12, 13, 23})->outliers, 2u);
    // Nearly all alike: a tenth of the median is near still.
    EXPECT_EQ(summarize({10, 10, 10, 10, 10.9})->outliers, 0u);
    EXPECT_EQ(summarize({10, 10, 10, 10, 11.1})->outliers, 1u);
}

TEST(Statistics, OneOutlierMovesNeitherMedianNorMad) {
    const Summary quiet = *summarize({10, 11, 12, 13, 14});
    const Summary disturbed = *summarize({10, 11, 12, 13, 1000});
    EXPECT_EQ(quiet.median, disturbed.median);
    EXPECT_EQ(quiet.mad, disturbed.mad);
    EXPECT_EQ(quiet.mad, 1.0);
}

}  // namespace
}  // namespace sinew
