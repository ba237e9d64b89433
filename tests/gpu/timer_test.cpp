// Tests that GpuTimer times the steps of a frame, and that additional work appears in its own step.
#include <algorithm>
#include <limits>

#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class TimerTest : public test::GpuTest {
protected:
    /// Returns the GPU time of step skin in the fastest of five frames. Other programs can only add
    /// time.
    double skinMs(uint32_t instances) {
        double fastest = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 5; ++i) {
            frame_.render(inputFor(
                frame_, target_,
                {.instanceCount = instances, .cascadeCount = 0, .timerMode = TimerMode::serialised},
                0, 0.0f));
            frame_.finish();
            fastest = std::min(fastest, frame_.statistics()[Step::skin].gpuMs.value_or(0));
        }
        return fastest;
    }

    Frame frame_ = frameOf(mannequin());
    const OffscreenTarget target_ = OffscreenTarget::create(device(), {64, 64});
};

TEST_F(TimerTest, MeasuresTheStepsThatAMethodTakesAndNoOthers) {
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        frame_.render(inputFor(frame_, target_, {.method = method}, 0, 0.0f));
        frame_.finish();
        const FrameStatistics& statistics = frame_.statistics();
        EXPECT_EQ(statistics[Step::palette].gpuMs.has_value(),
                  skinningMethod(method).facts.palettesOnGpu);
        EXPECT_EQ(statistics[Step::skin].gpuMs.has_value(),
                  skinningMethod(method).facts.skinsOnGpu());
        EXPECT_EQ(statistics[Step::skin].cpuMs.has_value(),
                  !skinningMethod(method).facts.passesSkin);
        EXPECT_TRUE(statistics[Step::shadow].gpuMs.has_value());
        EXPECT_TRUE(statistics[Step::forward].gpuMs.has_value());
        EXPECT_FALSE(statistics[Step::ui].gpuMs.has_value());
        EXPECT_TRUE(statistics[Step::sample].cpuMs.has_value());
        EXPECT_EQ(statistics[Step::pose].cpuMs.has_value(), !skinningMethod(method).facts.bakes);
        EXPECT_FALSE(statistics[Step::pose].gpuMs.has_value());
    }
}

TEST_F(TimerTest, TheSpanOfASerialisedFrameHoldsItsSteps) {
    frame_.render(inputFor(frame_, target_, {.timerMode = TimerMode::serialised}, 0, 0.0f));
    frame_.finish();
    const FrameStatistics& statistics = frame_.statistics();
    double sum = 0;
    for (const StepTime& step : statistics.steps) sum += step.gpuMs.value_or(0);
    ASSERT_TRUE(statistics.gpuSpanMs.has_value());
    EXPECT_GE(*statistics.gpuSpanMs, sum);
    EXPECT_GT(statistics.cpuSubmitMs, 0);
}

TEST(GpuTimerSpan, BeginsWhereTheFrameBeforeEnded) {
    constexpr uint64_t kMask = (1ull << 36) - 1;
    EXPECT_EQ(GpuTimer::ownBegin(100, 200, 150, kMask), 150u) << "the tail of the frame before";
    EXPECT_EQ(GpuTimer::ownBegin(100, 200, 90, kMask), 100u) << "the GPU was idle between them";
    EXPECT_EQ(GpuTimer::ownBegin(100, 200, 300, kMask), 100u) << "of no frame before";
    EXPECT_EQ(GpuTimer::ownBegin(kMask - 10, 50, 20, kMask), 20u) << "the counter wrapped";
    EXPECT_EQ(GpuTimer::ownBegin(kMask - 10, 50, kMask - 20, kMask), kMask - 10);
}

TEST_F(TimerTest, PartsOfTheCpuAddUpToItsFrame) {
    for (const Method method : {Method::compute, Method::vertex, Method::cpu}) {
        SCOPED_TRACE(methodName(method));
        const FrameSettings settings{.method = method, .instanceCount = 40};
        for (int i = 0; i < 3; ++i) {
            FrameInput input = inputFor(frame_, target_, settings, 0, 0.0f);
            input.drawUi = [](VkCommandBuffer) {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            };
            frame_.render(input);
            frame_.finish();
        }
        const FrameStatistics& statistics = frame_.statistics();
        double parts = statistics.cpuUploadMs + statistics.cpuRecordMs + statistics.cpuSubmitMs;
        for (const StepTime& step : statistics.steps) parts += step.cpuMs.value_or(0);
        EXPECT_GE(parts, 20);
        EXPECT_LE(parts, statistics.cpuFrameMs + 1e-3) << "a part that counts twice exceeds it";
        EXPECT_NEAR(parts + statistics.cpuOtherMs(), statistics.cpuFrameMs, 1e-6);
        EXPECT_GE(statistics.cpuRecordMs, 0);
        EXPECT_GE(statistics.cpuWorkersMs, 0);
        EXPECT_GT(statistics.cpuThreadsMs, statistics.cpuWorkersMs);
    }
}

TEST_F(TimerTest, SerialisedSkinTimeGrowsWithTheCrowd) {
    const double few = skinMs(2);
    const double many = skinMs(200);
    EXPECT_GT(many, 4 * few) << "a hundred times the work";
}

TEST_F(TimerTest, StatisticsLagBehindTheFramesInFlightAndThenCatchUp) {
    EXPECT_EQ(frame_.statistics().frameIndex, 0u);
    for (uint64_t i = 1; i <= 5; ++i) {
        frame_.render(inputFor(frame_, target_, {}, 0, 0.0f));
        EXPECT_EQ(frame_.statistics().frameIndex, i < kFramesInFlight ? 0 : i - kFramesInFlight);
    }
    frame_.finish();
    EXPECT_EQ(frame_.statistics().frameIndex, 5u);
}

}  // namespace
}  // namespace sinew
