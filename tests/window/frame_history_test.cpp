// Tests the ring buffer of the last frames, and its summary.
#include "app/demo/session/frame_history.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

/// Adds frames `first` to `last`. Frame n takes n milliseconds.
void add(FrameHistory& history, uint64_t first, uint64_t last) {
    for (uint64_t i = first; i <= last; ++i) {
        ShownFrame frame;
        frame.frameIndex = i;
        frame.cpuFrameMs = static_cast<double>(i);
        history.add(frame);
    }
}

std::optional<double> totalOf(const FrameStatistics& frame) {
    return frame.cpuFrameMs;
}
std::optional<double> ofEvenFrames(const FrameStatistics& frame) {
    return frame.frameIndex % 2 == 0 ? totalOf(frame) : std::nullopt;
}

TEST(FrameHistoryTest, IsEmptyBeforeAFrameHasFinished) {
    FrameHistory history;
    history.add({});
    EXPECT_EQ(history.size(), 0u);
    EXPECT_EQ(history.newest().frameIndex, 0u);
    EXPECT_FALSE(history.summarise(totalOf));
}

TEST(FrameHistoryTest, KeepsTheNewestFramesAndEachOnce) {
    FrameHistory history;
    add(history, 1, 3);
    add(history, 3, 3);
    EXPECT_EQ(history.size(), 3u);
    add(history, 4, FrameHistory::kLength + 10);
    ASSERT_EQ(history.size(), FrameHistory::kLength);
    EXPECT_EQ(history.at(0).frameIndex, FrameHistory::kLength + 10);
    EXPECT_EQ(history.at(FrameHistory::kLength - 1).frameIndex, 11u);
    EXPECT_EQ(history.newest().frameIndex, history.at(0).frameIndex);
}

TEST(FrameHistoryTest, SummarisesByNearestRank) {
    FrameHistory history;
    add(history, 1, 100);
    const auto summary = history.summarise(totalOf);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->medianMs, 50.5);
    EXPECT_EQ(summary->p95Ms, 95);
    add(history, 101, 101);
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 51);
    EXPECT_EQ(history.summarise(ofEvenFrames)->medianMs, 51);
}

TEST(FrameHistoryTest, SummarisesTheLastFramesAlone) {
    FrameHistory history;
    add(history, 1, 200);
    const double first = 200 - FrameHistory::kSummaryFrames + 1;
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 0.5 * (first + 200));
}

TEST(FrameHistoryTest, DoesNotMixFramesBeforeAndAfterAChange) {
    FrameHistory history;
    add(history, 1, 50);
    history.summariseAfter(60);
    EXPECT_FALSE(history.summarise(totalOf));
    add(history, 51, 61);
    EXPECT_EQ(history.summarise(totalOf)->medianMs, 61);
    EXPECT_EQ(history.size(), 61u) << "the graph goes on";
}

}  // namespace
}  // namespace sinew
