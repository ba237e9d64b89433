// Tests verdicts: the fastest choice, choices that are significantly slower, and choices that are
// equal within noise.
#include "benchmarks/verdict/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/run/frame_series.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/turns.h"
#include "tests/cli/example_report.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const SkinChoice kComputeU8{Method::compute, {.influences = InfluenceFormat::u8x4}};
const SkinChoice kVertexMethod{.method = Method::vertex};
const SkinChoice kTexture{.method = Method::texture};

Row rowOf(const SkinChoice& choice, std::vector<double> blocks) {
    const Summary all = *summarize(blocks);
    Row row{.choice = choice, .instances = 1, .passes = 2};
    row.frame = Timing{.all = all, .blockMedians = std::move(blocks)};
    return row;
}

/// Returns block medians around `ms`, with independent noise of 1 %.
std::vector<double> around(double ms, uint32_t seed, size_t blocks = 16) {
    std::mt19937 random(seed);
    std::normal_distribution<> noise(0, 0.01);
    std::vector<double> medians;
    for (size_t i = 0; i < blocks; ++i) medians.push_back(ms * std::exp(noise(random)));
    return medians;
}

Verdict verdictOfFrames(const std::vector<Row>& rows) {
    return verdictOf(rows, Measure::frame, 0);
}

TEST(Verdict, ConstantLeadOverAChangingLoadWins) {
    // The load changes the times of both choices far more than the choices differ. But block n of
    // both choices has the same load.
    const Verdict verdict =
        verdictOfFrames({rowOf(kVertexMethod, {1.05, 5.4, 9.5, 2.1, 6.4, 1.07, 3.2, 4.2}),
                         rowOf(kComputeU8, {1, 5, 9, 2, 6, 1, 3, 4})});
    EXPECT_EQ(verdict.winner, kComputeU8);
    EXPECT_THAT(verdict.words, StartsWith("compute:u8x4 (3.50 ms a frame) is the fastest"));
    EXPECT_THAT(verdict.words, HasSubstr("slower: vertex 1.06x (1.05 to 1.07)"));
    EXPECT_EQ(verdict.passes, 2u);
    EXPECT_EQ(verdict.blocks, 8u);
}

TEST(Verdict, EqualsAreNotRankedAndASureLoserIsNamed) {
    const Verdict verdict =
        verdictOfFrames({rowOf(kTexture, around(1.3, 1)), rowOf(kVertexMethod, around(1.001, 2)),
                         rowOf(kComputeU8, around(1.0, 3))});
    EXPECT_FALSE(verdict.winner.has_value());
    ASSERT_EQ(verdict.ranking.size(), 3u);
    EXPECT_FALSE(verdict.ranking[1].slower);
    EXPECT_EQ(verdict.ranking[1].group, 1u);
    EXPECT_EQ(verdict.ranking[2].choice, kTexture);
    EXPECT_TRUE(verdict.ranking[2].slower);
    EXPECT_EQ(verdict.ranking[2].group, 2u);
    EXPECT_THAT(verdict.words, StartsWith("equal within noise: "));
    EXPECT_THAT(verdict.words, HasSubstr("; slower: texture 1.3"));
}

TEST(Verdict, AnUnsteadyChoiceIsInTheFirstGroupAtAnyRank) {
    std::vector<double> unsteady = around(1.6, 4);
    for (size_t i = 0; i < unsteady.size(); i += 4) unsteady[i] *= 0.3;
    const Verdict verdict =
        verdictOfFrames({rowOf(kComputeU8, around(1.0, 3)), rowOf(kTexture, around(1.2, 1)),
                         rowOf(kVertexMethod, unsteady)});
    ASSERT_EQ(verdict.ranking[1].choice, kTexture);
    EXPECT_EQ(verdict.ranking[1].group, 2u);
    EXPECT_FALSE(verdict.ranking[2].slower);
    EXPECT_EQ(verdict.ranking[2].group, 1u);
}

TEST(Verdict, ALeadBelowOnePercentOrOfTwoTicksOfTheTimerIsNone) {
    const auto wins = [](double first, double second, double tickMs) {
        const std::vector<Row> rows{rowOf(kComputeU8, std::vector<double>(20, first)),
                                    rowOf(kVertexMethod, std::vector<double>(20, second))};
        return verdictOf(rows, Measure::frame, tickMs).winner.has_value();
    };
    EXPECT_FALSE(wins(1.0, 1.009, 0));
    EXPECT_TRUE(wins(1.0, 1.011, 0));
    EXPECT_TRUE(wins(0.010, 0.012, 0.0009));
    EXPECT_FALSE(wins(0.010, 0.012, 0.0011));
}

TEST(Verdict, TooFewBlocksAreNoVerdictAndMoreChoicesNeedMore) {
    std::vector<Row> rows{rowOf(kComputeU8, std::vector<double>(7, 1.0)),
                          rowOf(kVertexMethod, std::vector<double>(7, 2.0))};
    EXPECT_FALSE(verdictOfFrames(rows).winner.has_value());
    EXPECT_THAT(verdictOfFrames(rows).words, StartsWith("no ranking with 7 blocks, 8 needed: "
                                                        "compute:u8x4 (1.00 ms a frame), vertex"));
    for (const auto& [choices, blocks] : {std::pair(1, 8), {2, 8}, {3, 10}, {7, 13}}) {
        EXPECT_EQ(neededBlocks(static_cast<size_t>(choices)), static_cast<uint32_t>(blocks));
    }
    for (Row& row : rows) row.frame->blockMedians.resize(9, row.frame->all.median);
    rows.push_back(rowOf(kTexture, std::vector<double>(9, 3.0)));
    EXPECT_THAT(verdictOfFrames(rows).words, StartsWith("no ranking with 9 blocks, 10 needed"));
}

TEST(Verdict, ManyPairsShareTheProbabilityOfAFalseLead) {
    const Ratio ratio{.ratio = 1.2, .byChance = 2.0 / 256};
    EXPECT_TRUE(isLead(ratio, 2));
    EXPECT_FALSE(isLead(ratio, 3));
}

TEST(Verdict, WhatWasNotMeasuredIsNotRanked) {
    Row wrong{.choice = kVertexMethod, .state = RowState::wrong};
    const Verdict alone = verdictOfFrames({rowOf(kComputeU8, around(1, 1)), wrong});
    EXPECT_FALSE(alone.winner.has_value());
    EXPECT_THAT(alone.words, HasSubstr("alone is ranked"));
    EXPECT_TRUE(verdictOfFrames({wrong}).ranking.empty());
}

TEST(Verdict, StepsHaveVerdictsOfTheirOwn) {
    Section section;
    section.rows = {rowOf(kComputeU8, around(1, 1)), rowOf(SkinChoice{}, around(1, 2))};
    for (size_t i = 0; i < 2; ++i) {
        section.rows[i].steps[indexOf(Step::skin)].gpu = steadyTiming(1.0 + static_cast<double>(i));
        section.rows[i].cpuTotal = steadyTiming(2.0 - static_cast<double>(i));
    }
    conclude(section);
    ASSERT_EQ(section.verdicts.size(), 3u);
    EXPECT_FALSE(section.verdicts[0].winner.has_value());
    EXPECT_EQ(section.verdicts[1].measure, Measure::cpu);
    EXPECT_EQ(section.verdicts[1].winner, section.rows[1].choice);
    EXPECT_EQ(section.verdicts[2].measure, Measure::skin);
    EXPECT_EQ(section.verdicts[2].winner, kComputeU8);
}

TEST(Turns, AChoiceWithANarrowIntervalTakesNoMore) {
    const auto timing = [](const std::vector<double>& blocks) {
        return std::optional(Timing{.all = *summarize(blocks), .blockMedians = blocks});
    };
    std::vector<double> wide = around(1.5, 1);
    for (size_t i = 0; i < wide.size(); i += 2) wide[i] *= 1.3;
    const std::vector<std::optional<Timing>> frames{timing(around(1.2, 2)), std::nullopt,
                                                    timing(wide), timing(around(1.0, 3))};
    const std::vector<size_t> turns{0, 2, 3};
    EXPECT_THAT(choicesToMeasureOn(frames, turns, 0.03), testing::UnorderedElementsAre(2u, 3u));
    EXPECT_THAT(choicesToMeasureOn(frames, turns, 0.5), testing::IsEmpty());
    EXPECT_EQ(choicesToMeasureOn(frames, turns, 0), turns);
    const std::vector<size_t> without3{0, 2};
    EXPECT_EQ(choicesToMeasureOn(frames, without3, 0.03), (std::vector<size_t>{2, 0}))
        << "a choice that has left does not return";
}

TEST(Timing, KeepsTheMedianOfEachBlockInOrder) {
    const std::optional<Timing> timing = timingOf(Blocks{{3, 1, 2}, {10}, {}});
    ASSERT_TRUE(timing.has_value());
    EXPECT_EQ(timing->blockMedians, (std::vector<double>{2, 10}));
    EXPECT_EQ(timing->all.count, 4u);
    EXPECT_FALSE(timingOf(Blocks(3)).has_value());
}

TEST(FrameSeries, DisturbedBlocksCanBeLeftOut) {
    FrameSeries series(3);
    for (uint32_t block = 0; block < 2; ++block) {
        FrameStatistics statistics;
        statistics.cpuFrameMs = 1.0 + block;
        series.add(block, TimerMode::overlapped, statistics, 10.0 * (block + 1));
    }
    EXPECT_EQ(series.count({true, false, true}, true), 1u);
    EXPECT_EQ(series.count({true, false, true}, false), 1u);
    series.leaveOut({true, false, true});
    Row row;
    series.summarizeInto(row);
    EXPECT_EQ(row.frame->blockMedians, std::vector<double>{20});
    EXPECT_EQ(row.cpuTotal->blockMedians, std::vector<double>{2});
}

}  // namespace
}  // namespace sinew::test
