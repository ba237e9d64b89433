// Tests confidence intervals against values computed by hand, and in simulations with fixed seeds.
// The simulations check the coverage, and the rates of true and false leads. Also tests statistics
// of times, the warm-up and the load of other programs.
#include "benchmarks/verdict/ratio.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "benchmarks/run/other_load.h"
#include "benchmarks/run/turns.h"
#include "benchmarks/run/warm_up.h"
#include "benchmarks/verdict/statistics.h"
#include "benchmarks/verdict/verdict.h"

namespace sinew::test {
namespace {

void expectRatio(const Ratio& ratio, double middle, double low, double high) {
    EXPECT_NEAR(ratio.ratio, middle, 1e-9);
    EXPECT_NEAR(ratio.low, low, 1e-9);
    EXPECT_NEAR(ratio.high, high, 1e-9);
}

TEST(PairedRatio, FewerThanEightBlocksOrTimesThatAreNotPositiveGiveNone) {
    std::vector<double> ms(8, 1.0);
    EXPECT_FALSE(pairedRatio(std::vector<double>(7, 2.0), std::vector<double>(9, 1.0)));
    EXPECT_TRUE(pairedRatio(std::vector<double>(8, 2.0), std::vector<double>(9, 1.0)));
    ms[3] = 0;
    EXPECT_FALSE(pairedRatio(ms, std::vector<double>(8, 1.0)));
    EXPECT_FALSE(pairedRatio(std::vector<double>(8, 1.0), ms));
}

TEST(PairedRatio, EqualTimesAreEqualForSure) {
    const Ratio ratio = *pairedRatio(std::vector<double>(9, 2.0), std::vector<double>(9, 2.0));
    EXPECT_EQ(ratio.ratio, 1);
    EXPECT_EQ(ratio.low, 1);
    EXPECT_EQ(ratio.high, 1);
    EXPECT_EQ(ratio.byChance, 1);
}

TEST(PairedRatio, EightBlocksOnOneSideAreChanceInTwoOf256) {
    std::vector<double> slower;
    for (int i = 1; i <= 8; ++i) slower.push_back(std::exp(0.01 * i));
    const Ratio ratio = *pairedRatio(slower, std::vector<double>(8, 1.0));
    EXPECT_DOUBLE_EQ(ratio.byChance, 2.0 / 256);
    // The 36 pairwise means of the numbers 1 to 8 have the median 4.5. The 4th smallest mean is 2
    // and the 4th largest is 7.
    expectRatio(ratio, std::exp(0.045), std::exp(0.02), std::exp(0.07));
}

TEST(PairedRatio, BlocksArePairedByTheirNumberAndOneBurstMovesNothing) {
    // The machine becomes three times as slow, but the ratio stays 1.1.
    std::vector<double> faster, slower;
    for (int i = 0; i < 12; ++i) {
        faster.push_back(1.0 + 0.2 * i);
        slower.push_back(1.1 * faster.back());
    }
    expectRatio(*pairedRatio(slower, faster), 1.1, 1.1, 1.1);
    slower[5] *= 9;
    const Ratio burst = *pairedRatio(slower, faster);
    EXPECT_NEAR(burst.ratio, 1.1, 1e-9);
    EXPECT_NEAR(burst.low, 1.1, 1e-9);
}

TEST(PairedRatio, MoreThan64BlocksTakeTheNormalLimit) {
    std::mt19937 random(3);
    std::normal_distribution<> normal(0.02, 0.1);
    std::vector<double> slower;
    for (int i = 0; i < 64; ++i) slower.push_back(std::exp(normal(random)));
    const Ratio exact = *pairedRatio(slower, std::vector<double>(64, 1.0));
    // Block 65 selects the normal approximation. Its ratio is the estimate, so it hardly changes
    // the result.
    slower.push_back(exact.ratio);
    const Ratio limit = *pairedRatio(slower, std::vector<double>(65, 1.0));
    EXPECT_NEAR(limit.byChance, exact.byChance, 0.1 * exact.byChance);
    EXPECT_NEAR(limit.low, exact.low, 0.002);
    EXPECT_NEAR(limit.high, exact.high, 0.002);
}

// ---- Simulation of rows of `bench`, with noise of 10 % per frame and 3 % per block.

enum class NoiseKind { normal, logNormal, drifting, bursty };
constexpr NoiseKind kKinds[] = {NoiseKind::normal, NoiseKind::logNormal, NoiseKind::drifting,
                                NoiseKind::bursty};
const char* nameOf(NoiseKind kind) {
    constexpr const char* kNames[] = {"normal", "log-normal", "drifting", "bursty"};
    return kNames[static_cast<size_t>(kind)];
}

constexpr uint32_t kFrames = 6;       // per block
constexpr uint32_t kMostBlocks = 64;  // the default of bench

/// Measures choices in blocks. `truth` has their times without noise. Each choice is measured until
/// its interval is narrow or no blocks are left.
class Simulation {
public:
    /// `kind` and `run` seed the noise.
    Simulation(NoiseKind kind, int run)
        : kind_(kind),
          random_(100'000 * static_cast<uint32_t>(kind) + static_cast<uint32_t>(run)) {}

    std::vector<Row> measure(const std::vector<double>& truth) {
        std::vector<size_t> turns;
        for (size_t i = 0; i < truth.size(); ++i) turns.push_back(i);
        std::vector<std::optional<Timing>> frames(truth.size(), Timing{});
        double drift = 0;
        for (uint32_t block = 0; block < kMostBlocks && !turns.empty(); ++block) {
            if (kind_ == NoiseKind::drifting) drift += 0.02 * normal_(random_);
            const bool burst = kind_ == NoiseKind::bursty && uniform_(random_) < 0.1;
            for (const size_t i : turns) {
                const double hit = burst && uniform_(random_) < 0.5 ? 0.5 : 0.0;
                const double level = truth[i] * std::exp(0.03 * normal_(random_) + drift + hit);
                std::vector<double> ms;
                for (uint32_t n = 0; n < kFrames; ++n) ms.push_back(level * frame());
                Timing& timing = *frames[i];
                timing.blockMedians.push_back(summarize(ms)->median);
                timing.all.median = summarize(timing.blockMedians)->median;
            }
            if (block + 1 >= kBlocksBeforeIntervals)
                turns = choicesToMeasureOn(frames, turns, 0.03);
        }
        std::vector<Row> rows(truth.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            rows[i].choice.method = static_cast<Method>(i);
            rows[i].frame = frames[i];
        }
        return rows;
    }

private:
    double frame() {
        // Both distributions have a deviation of 10 %. The log-normal one has a long tail.
        return kind_ == NoiseKind::logNormal ? std::exp(0.13 * std::exp(0.6 * normal_(random_)))
                                             : 1 + 0.1 * normal_(random_);
    }

    NoiseKind kind_;
    std::mt19937 random_;
    std::normal_distribution<> normal_;
    std::uniform_real_distribution<> uniform_;
};

double shareOf(int count, int runs) {
    return static_cast<double>(count) / runs;
}

/// The parameter is the percentage of the runs to simulate.
class VerdictSimulation : public ::testing::TestWithParam<int> {
protected:
    static int runsOf(int all) { return all * GetParam() / 100; }
};
INSTANTIATE_TEST_SUITE_P(Few, VerdictSimulation, ::testing::Values(40));
INSTANTIATE_TEST_SUITE_P(Long, VerdictSimulation, ::testing::Values(100));

TEST_P(VerdictSimulation, NamesAWinnerAmongEqualsInAtMostOnePercentOfRuns) {
    for (const NoiseKind kind : kKinds) {
        for (const auto& [choices, all] : {std::pair<size_t, int>{2, 1000}, {7, 300}}) {
            const int runs = runsOf(all);
            int winners = 0;
            int named = 0;  // choices that are significantly slower than the fastest
            for (int run = 0; run < runs; ++run) {
                const std::vector<Row> rows =
                    Simulation(kind, run).measure(std::vector<double>(choices, 1.0));
                const Verdict verdict = verdictOf(rows, Measure::frame, 0);
                winners += verdict.winner.has_value();
                named += std::any_of(verdict.ranking.begin(), verdict.ranking.end(),
                                     [](const RankedChoice& ranked) { return ranked.slower; });
            }
            EXPECT_LE(shareOf(winners, runs), 0.01) << nameOf(kind) << ", " << choices;
            EXPECT_LE(shareOf(named, runs), 0.02) << nameOf(kind) << ", " << choices;
        }
    }
}

TEST_P(VerdictSimulation, FindsATrueFivePercentInAtLeast90PercentOfRuns) {
    const int runs = runsOf(300);
    for (const NoiseKind kind : kKinds) {
        int found = 0;
        for (int run = 0; run < runs; ++run) {
            const std::vector<Row> rows = Simulation(kind, 5000 + run).measure({1.05, 1.0});
            found += verdictOf(rows, Measure::frame, 0).winner == rows[1].choice;
        }
        EXPECT_GE(shareOf(found, runs), 0.9) << nameOf(kind);
    }
}

TEST_P(VerdictSimulation, IntervalsHoldTheTrueRatioIn93To97Percent) {
    const int runs = runsOf(1000);
    constexpr double kTrue = 1.05;
    for (const NoiseKind kind : kKinds) {
        int covered = 0;
        for (int run = 0; run < runs; ++run) {
            const std::vector<Row> rows = Simulation(kind, 9000 + run).measure({kTrue, 1.0});
            const Ratio ratio =
                *pairedRatio(rows[0].frame->blockMedians, rows[1].frame->blockMedians);
            covered += ratio.low <= kTrue && kTrue <= ratio.high;
        }
        EXPECT_GE(shareOf(covered, runs), 0.93) << nameOf(kind);
        EXPECT_LE(shareOf(covered, runs), 0.97) << nameOf(kind);
    }
}

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
    // The MAD of nearly equal values is tiny. So a value within a tenth of the median is no
    // outlier.
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

/// Returns the number of warm-up frames if frame n takes `msOf(n)` milliseconds.
template <typename MsOf>
uint32_t framesOf(const MsOf& msOf) {
    WarmUp warmUp;
    while (!warmUp.done()) warmUp.add(msOf(warmUp.frames()));
    return warmUp.frames();
}

TEST(WarmUp, OneWindowAloneIsNeverStable) {
    EXPECT_EQ(framesOf([](uint32_t) { return 1.0; }), 8u);
}

TEST(WarmUp, ContinuesWhileWindowsDifferByMoreThanFivePercent) {
    EXPECT_EQ(framesOf([](uint32_t n) { return n < 12 ? 10.0 - n / 4 : 5.0; }), 20u);
    EXPECT_EQ(framesOf([](uint32_t n) { return n < 4 ? 1.04 : 1.0; }), 8u);
}

TEST(WarmUp, EndsAfterTenWindows) {
    EXPECT_EQ(framesOf([](uint32_t n) { return n / 4 % 2 == 0 ? 1.0 : 2.0; }), 40u);
}

TEST(OtherLoad, SumsWhatIsNeitherIdleNorWaiting) {
    EXPECT_EQ(busySeconds("cpu  100 10 50 100000 7000 5 5 30 40 0", 100), 2.0);
    EXPECT_EQ(busySeconds("cpu0 100 10 50 100000", 100), std::nullopt);
    EXPECT_EQ(busySeconds("", 100), std::nullopt);
}

}  // namespace
}  // namespace sinew::test
