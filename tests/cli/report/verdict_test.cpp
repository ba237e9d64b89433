// Tests what a benchmark concludes: verdicts, crossovers, fitted costs, and their sentences.
#include "benchmarks/verdict/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/run/frame_series.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/turns.h"
#include "benchmarks/verdict/advice.h"
#include "benchmarks/verdict/cost_model.h"
#include "benchmarks/verdict/crossover.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const SkinChoice kComputeU8{Method::compute, {.influences = InfluenceFormat::u8x4}};
const SkinChoice kCompute{.method = Method::compute};
const SkinChoice kVertex{.method = Method::vertex};
const SkinChoice kTexture{.method = Method::texture};

Row rowOf(const SkinChoice& choice, std::vector<double> blocks) {
    const Summary all = *summarize(blocks);
    Row row{.choice = choice, .instances = 1, .passes = 2};
    row.frame = Timing{.all = all, .blockMedians = std::move(blocks)};
    return row;
}

Row rowOf(const SkinChoice& choice, uint32_t instances, uint32_t passes, const Timing& timing) {
    return {.choice = choice,
            .instances = instances,
            .passes = passes,
            .gpuTotal = timing,
            .frame = timing};
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
        verdictOfFrames({rowOf(kVertex, {1.05, 5.4, 9.5, 2.1, 6.4, 1.07, 3.2, 4.2}),
                         rowOf(kComputeU8, {1, 5, 9, 2, 6, 1, 3, 4})});
    EXPECT_EQ(verdict.winner, kComputeU8);
    EXPECT_THAT(verdict.words, StartsWith("compute:u8x4 (3.50 ms a frame) is the fastest"));
    EXPECT_THAT(verdict.words, HasSubstr("slower: vertex 1.06x (1.05 to 1.07)"));
    EXPECT_EQ(verdict.passes, 2u);
    EXPECT_EQ(verdict.blocks, 8u);
}

TEST(Verdict, EqualsAreNotRankedAndASureLoserIsNamed) {
    const Verdict verdict =
        verdictOfFrames({rowOf(kTexture, around(1.3, 1)), rowOf(kVertex, around(1.001, 2)),
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
                         rowOf(kVertex, unsteady)});
    ASSERT_EQ(verdict.ranking[1].choice, kTexture);
    EXPECT_EQ(verdict.ranking[1].group, 2u);
    EXPECT_FALSE(verdict.ranking[2].slower);
    EXPECT_EQ(verdict.ranking[2].group, 1u);
}

TEST(Verdict, ALeadBelowOnePercentOrOfTwoTicksOfTheTimerIsNone) {
    const auto wins = [](double first, double second, double tickMs) {
        const std::vector<Row> rows{rowOf(kComputeU8, std::vector<double>(20, first)),
                                    rowOf(kVertex, std::vector<double>(20, second))};
        return verdictOf(rows, Measure::frame, tickMs).winner.has_value();
    };
    EXPECT_FALSE(wins(1.0, 1.009, 0));
    EXPECT_TRUE(wins(1.0, 1.011, 0));
    EXPECT_TRUE(wins(0.010, 0.012, 0.0009));
    EXPECT_FALSE(wins(0.010, 0.012, 0.0011));
}

TEST(Verdict, TooFewBlocksAreNoVerdictAndMoreChoicesNeedMore) {
    std::vector<Row> rows{rowOf(kComputeU8, std::vector<double>(7, 1.0)),
                          rowOf(kVertex, std::vector<double>(7, 2.0))};
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
    Row wrong{.choice = kVertex, .state = RowState::wrong};
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

/// Returns a section whose times follow the formula of the cost model, without noise.
Section sectionOf(const CostModel& truth, uint32_t vertices, std::vector<uint32_t> instances,
                  std::vector<uint32_t> passes) {
    Section section{.model = {.vertices = vertices}};
    for (const uint32_t i : instances) {
        for (const uint32_t p : passes) {
            const double aVertex = *truth.perVertexNs + p * *truth.perVertexAndPassNs;
            const double ms =
                *truth.fixedMs + i * (*truth.perInstanceUs * 1e-3 + vertices * aVertex * 1e-6);
            section.rows.push_back(rowOf(truth.choice, i, p, steadyTiming(ms)));
        }
    }
    return section;
}

const CostModel kTruth{.choice = kVertex,
                       .fixedMs = 0.05,
                       .perInstanceUs = 3,
                       .perVertexNs = 0.4,
                       .perVertexAndPassNs = 0.7};

CostModel gpuModel(const std::vector<Section>& sections) {
    const std::vector<CostModel> models = costModels(sections);
    const auto found = std::find_if(models.begin(), models.end(),
                                    [](const CostModel& m) { return m.measure == Measure::gpu; });
    return found == models.end() ? CostModel{} : *found;
}

TEST(CostModel, FindsTheTermsOfSeveralModels) {
    const CostModel model = gpuModel({sectionOf(kTruth, 1000, {1, 10, 100}, {1, 4}),
                                      sectionOf(kTruth, 20000, {1, 10, 100}, {1, 4})});
    EXPECT_NEAR(*model.fixedMs, 0.05, 1e-6);
    EXPECT_NEAR(*model.perInstanceUs, 3, 1e-4);
    EXPECT_NEAR(*model.perVertexNs, 0.4, 1e-5);
    EXPECT_NEAR(*model.perVertexAndPassNs, 0.7, 1e-5);
    EXPECT_LT(model.residual, 1e-6);
    EXPECT_EQ(model.rows, 12u);
}

TEST(CostModel, OneVertexCountCountsVerticesIntoTheInstance) {
    const std::vector<Section> one{sectionOf(kTruth, 10000, {1, 10, 100}, {1, 2, 4})};
    const CostModel model = gpuModel(one);
    EXPECT_NEAR(*model.perInstanceUs, 3 + 10000 * 0.4e-3, 1e-4);
    EXPECT_FALSE(model.perVertexNs);
    EXPECT_NEAR(*model.perVertexAndPassNs, 0.7, 1e-6);
    EXPECT_LT(model.worst, 1e-6);
    EXPECT_TRUE(model.fixedMs);
}

TEST(CostModel, OneNumberOfPassesSeparatesNoTerms) {
    const std::vector<Section> one{sectionOf(kTruth, 10000, {1, 3, 10, 30}, {2})};
    const CostModel model = gpuModel(one);
    EXPECT_NEAR(*model.perInstanceUs, 3 + 10000 * (0.4 + 2 * 0.7) * 1e-3, 1e-3);
    EXPECT_FALSE(model.perVertexAndPassNs);
}

TEST(CostModel, NoTermIsNegative) {
    // The times fall as the crowd grows. The best fit without a bound has a negative cost per
    // instance.
    Section section{.model = {.vertices = 100}};
    for (const uint32_t i : {1, 2, 3, 4}) {
        section.rows.push_back(rowOf(kVertex, i, 1, steadyTiming(10.0 - i)));
    }
    const CostModel model = gpuModel({section});
    EXPECT_EQ(model.perInstanceUs, 0);
    EXPECT_NEAR(*model.fixedMs, 7.2, 0.3);
    EXPECT_GT(model.residual, 0.1);
    EXPECT_GE(model.worst, model.residual);
}

TEST(CostModel, ResidualIsTheNoise) {
    std::mt19937 random(3);
    Section section = sectionOf(kTruth, 5000, {1, 2, 5, 10, 20, 50, 100, 200, 500}, {1, 2, 4, 8});
    for (Row& row : section.rows) {
        const double off = std::exp(0.05 * std::normal_distribution<>()(random));
        row.gpuTotal = steadyTiming(row.gpuTotal->all.median * off);
    }
    const CostModel model = gpuModel({section});
    EXPECT_NEAR(model.residual, 0.05, 0.015);
    EXPECT_NEAR(*model.perVertexAndPassNs, 0.7, 0.07);
}

TEST(CostModel, ThreeRowsAreTooFewAndThoseThatSomethingStoodInForDoNotCount) {
    EXPECT_TRUE(costModels(std::vector{sectionOf(kTruth, 100, {1, 2, 3}, {1})}).empty());
    Section section = sectionOf(kTruth, 100, {1, 2, 3, 4}, {1});
    EXPECT_FALSE(costModels({&section, 1}).empty());
    section.rows[0].note = "skinned by cpu instead";
    EXPECT_TRUE(costModels({&section, 1}).empty());
}

/// Returns times of two methods: `vertex` is faster below 20 instances, `compute` above.
Section crossing(const Noise& noise, double slope = 0.5) {
    std::mt19937 random(5);
    Section section;
    for (const uint32_t i : {1, 10, 100, 1000}) {
        const double vertex = 0.1 * std::pow(i / 20.0, slope) * i;
        section.rows.push_back(rowOf(kCompute, i, 2, timingAround(0.1 * i, noise, random)));
        section.rows.push_back(rowOf(kVertex, i, 2, timingAround(vertex, noise, random)));
    }
    return section;
}

TEST(Crossover, IsWhereTheCurvesMeet) {
    const std::vector<Crossover> found = findCrossovers(crossing({}));
    ASSERT_EQ(found.size(), 2u);  // one for frame time, one for GPU time
    EXPECT_EQ(found[0].measure, Measure::frame);
    EXPECT_EQ(found[0].axis, Crossover::Axis::instances);
    EXPECT_EQ(found[0].fixed, 2u);
    EXPECT_EQ(found[0].below, kVertex);
    EXPECT_EQ(found[0].above, kCompute);
    EXPECT_EQ(found[0].from, 10u);
    EXPECT_EQ(found[0].to, 100u);
    EXPECT_NEAR(found[0].at, 20, 1);
}

TEST(Crossover, LeadWithinTheNoiseDoesNotChangeHands) {
    EXPECT_TRUE(findCrossovers(crossing({.blocks = 0.05}, 0.005)).empty());
}

TEST(Crossover, PointsTooCloseToCallLieBetween) {
    for (const double compute : {0.999, 1.001}) {  // ms; the method vertex takes 1 ms
        Section section = crossing({});
        section.rows[2].frame = steadyTiming(compute);
        section.rows[3].frame = steadyTiming(1.0);
        const std::vector<Crossover> found = findCrossovers(section);
        ASSERT_FALSE(found.empty());
        EXPECT_EQ(found[0].from, 1u) << compute;
        EXPECT_EQ(found[0].to, 100u) << compute;
        EXPECT_GT(found[0].at, 1) << compute;
        EXPECT_LT(found[0].at, 100) << compute;
    }
}

TEST(Crossover, TwinsThatStayLevelNeverCross) {
    Section section;
    for (const uint32_t i : {1, 10, 100}) {
        section.rows.push_back(rowOf(kCompute, i, 1, steadyTiming(i * (i == 10 ? 0.999 : 1.001))));
        section.rows.push_back(rowOf(kVertex, i, 1, steadyTiming(i)));
    }
    EXPECT_TRUE(findCrossovers(section).empty());
}

TEST(Crossover, RunsAlongPassesToo) {
    Section section;
    for (const uint32_t passes : {1, 2, 4, 8}) {
        section.rows.push_back(rowOf(kCompute, 100, passes, steadyTiming(1.0 + 0.1 * passes)));
        section.rows.push_back(rowOf(kVertex, 100, passes, steadyTiming(0.36 * passes)));
    }
    const std::vector<Crossover> found = findCrossovers(section);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].axis, Crossover::Axis::passes);
    EXPECT_EQ(found[0].above, kCompute);
    EXPECT_EQ(found[0].from, 2u);
    EXPECT_EQ(found[0].to, 4u);
}

TEST(Crossover, FewBlocksAreNoLead) {
    EXPECT_FALSE(leads(steadyTiming(1, 7), steadyTiming(2, 7), 2));
    EXPECT_TRUE(leads(steadyTiming(1, 8), steadyTiming(2, 8), 2));
    EXPECT_FALSE(leads(steadyTiming(2, 8), steadyTiming(1, 8), 2));
}

Row rowAt(const char* choice, uint32_t instances, uint32_t passes, double ms, double memory) {
    Row row = steadyRow(choice, instances, passes, ms);
    row.cost.allocatedPerInstance = memory;
    row.verification = {.withinTolerance = true, .ofTruth = {.position = 1e-6}};
    return row;
}

Section concluded(std::vector<Row> rows) {
    Section section{.rows = std::move(rows)};
    conclude(section);
    return section;
}

std::vector<std::string> adviceOnGpu(const Section& section) {
    return adviceFor(section, DeviceType::discreteGpu);
}

TEST(Advice, NamesTheWinnerItsLeadAndItsMemory) {
    const Section section = concluded(
        {rowAt("compute", 10, 3, 2.0, 75 * 1024), rowAt("vertex", 10, 3, 2.6, 10 * 1024)});
    EXPECT_THAT(adviceOnGpu(section),
                ElementsAre("compute is 1.30x faster than vertex and needs 65.0 KiB more memory "
                            "per instance.",
                            "Recommended: compute. It is the fastest or equal within noise, "
                            "and needs 75.0 KiB of memory per instance."));
    EXPECT_EQ(headlineOf(section.verdicts[0]),
              "compute is the fastest, 1.30x (1.30 to 1.30) before vertex");
}

TEST(Advice, RecommendsTheLeastMemoryAmongEqualsThatAreExact) {
    Section section =
        concluded({rowAt("compute", 10, 3, 2.0, 7000), rowAt("vertex", 10, 3, 2.0, 4000),
                   rowAt("texture", 10, 3, 2.0, 100)});
    section.rows[2].verification->ofTruth.position = 1e-3;
    EXPECT_THAT(adviceOnGpu(section),
                ElementsAre("compute, vertex and texture are equal within noise.",
                            AllOf(StartsWith("Recommended: vertex."),
                                  EndsWith("texture needs less memory, but its max error is "
                                           "1.0e-03."))));
    EXPECT_EQ(headlineOf(section.verdicts[0]), "no clear winner");
    section.rows.push_back(rowAt("feedback", 10, 3, 2.0, 7000));
    conclude(section);
    EXPECT_EQ(adviceOnGpu(section)[0], "All 4 methods are equal within noise.");
}

TEST(Advice, NamesWhereTheFastestChangesBetweenPasses) {
    const Section section =
        concluded({rowAt("compute", 10, 1, 2.0, 7000), rowAt("vertex", 10, 1, 2.0, 4000),
                   rowAt("compute", 10, 3, 2.0, 7000), rowAt("vertex", 10, 3, 2.4, 4000),
                   rowAt("compute", 10, 5, 2.0, 7000), rowAt("vertex", 10, 5, 2.8, 4000)});
    EXPECT_THAT(
        adviceOnGpu(section),
        ElementsAre("compute and vertex are equal within noise at 1 pass; compute is 1.20x "
                    "to 1.40x faster than vertex from 3 passes on and needs 3000 B more "
                    "memory per instance.",
                    AllOf(StartsWith("Recommended: compute."), HasSubstr("3 of 3 ranked points"))));
}

TEST(Advice, JoinsCrowdsWithTheSameResult) {
    std::vector<Row> rows;
    for (const uint32_t instances : {1, 10, 100}) {
        for (const uint32_t passes : {2, 5}) {
            rows.push_back(rowAt("compute", instances, passes, instances < 100 ? 3.0 : 2.0, 7000));
            rows.push_back(rowAt("vertex", instances, passes, 2.5, 7000));
        }
    }
    EXPECT_THAT(
        adviceOnGpu(concluded(rows)),
        ElementsAre("At 1 and 10 instances, vertex is 1.20x faster than compute at every "
                    "number of passes measured.",
                    "At 100 instances, compute is 1.25x faster than vertex at every number "
                    "of passes measured.",
                    HasSubstr("vertex. It is the fastest or equal within noise at 4 of 6")));
}

TEST(Advice, PointsWithoutARankingAreNotCovered) {
    std::vector<Row> rows{rowAt("compute", 1, 3, 2.0, 7000), rowAt("vertex", 1, 3, 2.0, 4000),
                          rowAt("compute", 8, 3, 2.0, 7000), rowAt("vertex", 8, 3, 9.0, 4000)};
    for (Row& row : rows) {
        if (row.instances == 8) row.frame = steadyTiming(row.frame->all.median, 3);
    }
    EXPECT_THAT(adviceOnGpu(concluded(rows)),
                ElementsAre("compute and vertex are equal within noise at 1 instance.",
                            HasSubstr("vertex. It is the fastest or equal within noise at 1 of 1 "
                                      "ranked point, ")));
}

TEST(Advice, FollowsInstancesWherePassesAreFixed) {
    const Section section =
        concluded({rowAt("compute", 1, 3, 3.0, 7000), rowAt("vertex", 1, 3, 2.0, 7000),
                   rowAt("compute", 16, 3, 2.0, 7000), rowAt("vertex", 16, 3, 3.0, 7000)});
    EXPECT_THAT(adviceOnGpu(section)[0],
                "vertex is 1.50x faster than compute at 1 instance; compute is 1.50x faster than "
                "vertex at 16 instances.");
}

TEST(Advice, ASoftwareRendererIsNoBasisForADecision) {
    const Section section =
        concluded({rowAt("cpu", 1, 2, 2.0, 7000), rowAt("vertex", 1, 2, 2.6, 7000)});
    const std::vector<std::string> advice = adviceFor(section, DeviceType::cpu);
    EXPECT_THAT(advice[1], StartsWith("Recommended on this software renderer: cpu."));
    EXPECT_EQ(advice[2], "Measure on a GPU before you decide.");
}

TEST(Advice, TooFewBlocksGiveNoRanking) {
    std::vector<Row> rows{rowAt("compute", 1, 2, 2.0, 7000), rowAt("vertex", 1, 2, 9.0, 7000)};
    for (Row& row : rows) row.frame = steadyTiming(row.frame->all.median, 3);
    const Section section = concluded(rows);
    EXPECT_THAT(adviceOnGpu(section), ElementsAre(StartsWith("No ranking: ")));
    EXPECT_THAT(headlineOf(section.verdicts[0]), StartsWith("no ranking: 3 blocks measured, "));
}

}  // namespace
}  // namespace sinew::test
