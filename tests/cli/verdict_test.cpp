// Who wins within a run, and who does not.
#include "benchmarks/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const SkinChoice kComputeU8{Method::compute, {.influences = InfluenceFormat::u8x4}};
const SkinChoice kVertexMethod{.method = Method::vertex};

/// A frame a block.
Blocks blocksOf(const std::vector<double>& ms) {
    Blocks blocks;
    for (const double one : ms) blocks.push_back({one});
    return blocks;
}

Verdict judgeTwo(const Blocks& compute, const Blocks& vertex) {
    return judge(1, 2, Measure::frame, {{kComputeU8, &compute}, {kVertexMethod, &vertex}});
}

TEST(Verdict, ConstantLeadOverAChangingLoadWins) {
    // Frames differ by far more than methods do; the same frame does not.
    const Verdict verdict =
        judgeTwo(blocksOf({1, 5, 9, 2, 6}), blocksOf({1.5, 5.5, 9.6, 2.5, 6.4}));
    EXPECT_EQ(verdict.winner, kComputeU8);
    EXPECT_THAT(verdict.words, StartsWith("compute:u8x4 wins"));
    EXPECT_EQ(verdict.passes, 2u);
}

TEST(Verdict, DifferenceWithinTheNoiseIsNoWin) {
    const Verdict verdict =
        judgeTwo(blocksOf({1, 1, 1, 1, 1}), blocksOf({1.5, 0.2, 1.9, 1.1, 0.9}));
    EXPECT_FALSE(verdict.winner.has_value());
    EXPECT_THAT(verdict.words, HasSubstr("noise"));
}

TEST(Verdict, LeadThatIsLostInOneBlockIsNoWin) {
    const Verdict verdict = judgeTwo(blocksOf({1, 1, 1, 1, 3}), blocksOf({2, 2, 2, 2, 2}));
    EXPECT_FALSE(verdict.winner.has_value());
    EXPECT_THAT(verdict.words, HasSubstr("were each faster for a part"));
}

TEST(Verdict, TooFewBlocksAreNoWin) {
    const Verdict verdict = judgeTwo({{1, 1, 1, 1, 1}}, {{2, 2, 2, 2, 2}});
    EXPECT_FALSE(verdict.winner.has_value());
    EXPECT_THAT(verdict.words, HasSubstr("too few frames"));
}

TEST(Verdict, BlocksOfDifferentLengthAreComparedAsFarAsBothGo) {
    const Blocks fast = {{1, 1, 1}, {1, 1, 1}, {1}, {1, 1}, {1}};
    const Blocks slow = {{2}, {2}, {2, 2}, {2}, {2}};
    EXPECT_EQ(judgeTwo(fast, slow).winner, kComputeU8);
}

TEST(Verdict, WhatWasNotMeasuredIsNotRanked) {
    const Verdict alone = judgeTwo(blocksOf({1, 1, 1, 1, 1}), Blocks(5));
    EXPECT_FALSE(alone.winner.has_value());
    EXPECT_THAT(alone.words, StartsWith("compute:u8x4 alone"));
    EXPECT_THAT(judge(1, 1, Measure::gpu, {}).words, HasSubstr("nothing"));
}

TEST(Timing, KeepsTheMedianOfEachBlockInOrder) {
    const std::optional<Timing> timing = timingOf({{3, 1, 2}, {10}, {}});
    ASSERT_TRUE(timing.has_value());
    EXPECT_EQ(timing->blockMedians, (std::vector<double>{2, 10}));
    EXPECT_EQ(timing->all.count, 4u);
    EXPECT_FALSE(timingOf(Blocks(3)).has_value());
}

}  // namespace
}  // namespace sinew::test
