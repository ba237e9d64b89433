// Tests the estimated remaining time of the window's benchmark, and the titles of its reports.
#include "app/demo/work/benchmark.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(BenchmarkViewTest, RemainingTimeIsWithinThePromise) {
    BenchmarkView view{.fraction = 0.1, .seconds = 10, .mostSeconds = 200};
    EXPECT_NEAR(*view.secondsLeft(), 90, 1e-9);
    view.mostSeconds = 40;
    EXPECT_NEAR(*view.secondsLeft(), 30, 1e-9);
    view.seconds = 50;
    EXPECT_EQ(*view.secondsLeft(), 0);
}

TEST(BenchmarkViewTest, ThePromiseGrowsWithSlowFramesAndWithTheCrowd) {
    const Scenario scenario{.subjects = {Subject{}},
                            .choices = {SkinChoice{}},
                            .instances = {100},
                            .passes = {1}};
    const Conditions conditions{.seconds = 1, .width = 100, .height = 100};
    const FramePace fast{.frameMs = 1, .instances = 100, .pixels = 1e4, .vertices = 1000};
    FramePace slow = fast;
    slow.frameMs = 1000;
    FramePace one = fast;
    one.instances = 1;
    const double most = mostSeconds(scenario, conditions, fast);
    EXPECT_GT(most, 4) << "both timer modes, and twice the time on a slow device";
    EXPECT_GT(mostSeconds(scenario, conditions, slow), most + 40);
    EXPECT_GT(mostSeconds(scenario, conditions, one), most);
}

TEST(BenchmarkViewTest, TitlesOfReportsHaveScenarioAndDate) {
    EXPECT_EQ(reportTitle("reports/2026-01-31T124501Z-tiny-partial.json"),
              "tiny-partial, 2026-01-31 12:45 UTC");
    EXPECT_EQ(reportTitle("my-report.json"), "my-report");
}

}  // namespace
}  // namespace sinew
