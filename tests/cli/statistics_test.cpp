// Medians, percentiles and MAD by hand; when warm-up ends, and when other programs disturb a block.
#include "benchmarks/verdict/statistics.h"

#include <gtest/gtest.h>

#include <array>

#include "benchmarks/run/other_work.h"
#include "benchmarks/run/warm_up.h"

namespace sinew {
namespace {

TEST(Statistics, NothingHasNoSummaryAndOneValueIsItsOwn) {
    EXPECT_FALSE(summarize({}).has_value());
    const Summary one = *summarize({7.0});
    EXPECT_EQ((std::array{one.median, one.p5, one.p95, one.mad}), (std::array{7.0, 7.0, 7.0, 0.0}));
    EXPECT_EQ(one.count, 1u);
    EXPECT_DOUBLE_EQ(summarize({4, 1, 3, 2})->median, 2.5) << "the middle of an even count";
}

TEST(Statistics, PercentilesLieBetweenNeighbours) {
    const std::array<double, 5> sorted{10, 20, 30, 40, 50};
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.0), 10);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.25), 20);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.05), 12);
    EXPECT_DOUBLE_EQ(percentile(sorted, 1.0), 50);
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

/// The frames after which warm-up ends when frame n takes `msOf(n)`.
template <typename MsOf>
uint32_t framesOf(const MsOf& msOf) {
    WarmUp warmUp;
    while (!warmUp.done()) warmUp.add(msOf(warmUp.frames()));
    return warmUp.frames();
}

TEST(WarmUp, OneWindowAloneIsNeverStable) {
    EXPECT_EQ(framesOf([](uint32_t) { return 1.0; }), 8u);
}

TEST(WarmUp, GoesOnWhileWindowsDifferByMoreThanFivePercent) {
    EXPECT_EQ(framesOf([](uint32_t n) { return n < 12 ? 10.0 - n / 4 : 5.0; }), 20u);
    EXPECT_EQ(framesOf([](uint32_t n) { return n < 4 ? 1.04 : 1.0; }), 8u);
}

TEST(WarmUp, EndsAfterTenWindows) {
    EXPECT_EQ(framesOf([](uint32_t n) { return n / 4 % 2 == 0 ? 1.0 : 2.0; }), 40u);
}

TEST(OtherWork, SumsWhatIsNeitherIdleNorWaiting) {
    EXPECT_EQ(busySeconds("cpu  100 10 50 100000 7000 5 5 30 40 0", 100), 2.0);
    EXPECT_EQ(busySeconds("cpu0 100 10 50 100000", 100), std::nullopt);
    EXPECT_EQ(busySeconds("", 100), std::nullopt);
}

}  // namespace
}  // namespace sinew
