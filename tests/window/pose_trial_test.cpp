// The faster maker of poses wins, beyond the noise, for the work that was measured.
#include "app/demo/session/pose_trial.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

const PoseTrial::Work kWork{.instances = 100, .passes = 2};

/// Frames until there is a result; each costs what `ms` says of who makes its poses.
template <typename Ms>
uint32_t run(PoseTrial& trial, const PoseTrial::Work& work, const Ms& ms) {
    uint32_t frames = 0;
    while (!trial.result() && frames < 1000) {
        const PosedBy by = trial.next(work);
        trial.measured(by, ms(by, frames++));
    }
    return frames;
}

/// Some frames take a fifth longer.
double uneven(double ms, uint32_t frame) {
    return frame % 3 == 0 ? 1.2 * ms : ms;
}

TEST(PoseTrial, TheFasterOneWins) {
    for (const PosedBy faster : {PosedBy::cpu, PosedBy::gpu}) {
        PoseTrial trial;
        run(trial, kWork,
            [&](PosedBy by, uint32_t frame) { return uneven(by == faster ? 4.0 : 6.0, frame); });
        ASSERT_TRUE(trial.result());
        EXPECT_EQ(trial.result()->winner, faster);
        EXPECT_FALSE(trial.result()->draw);
        EXPECT_EQ(trial.result()->cpuMs, faster == PosedBy::cpu ? 4.0 : 6.0);
        EXPECT_EQ(trial.next(kWork), faster);
    }
}

TEST(PoseTrial, BothAreMeasuredInTurn) {
    PoseTrial trial;
    uint32_t changes = 0, gpu = 0;
    PosedBy last = PosedBy::cpu;
    const uint32_t frames = run(trial, kWork, [&](PosedBy by, uint32_t) {
        changes += by != last ? 1 : 0;
        gpu += by == PosedBy::gpu ? 1 : 0;
        last = by;
        return 1.0;
    });
    EXPECT_EQ(changes, 5u);
    EXPECT_EQ(2 * gpu, frames);
}

TEST(PoseTrial, WithinTheNoiseTheCpuStays) {
    PoseTrial trial;
    run(trial, kWork, [](PosedBy by, uint32_t frame) {
        return (by == PosedBy::gpu ? 5.9 : 6.0) + (frame % 2 == 0 ? 0.5 : 0.0);
    });
    ASSERT_TRUE(trial.result());
    EXPECT_TRUE(trial.result()->draw);
    EXPECT_EQ(trial.result()->winner, PosedBy::cpu);
}

TEST(PoseTrial, OtherWorkIsMeasuredAnew) {
    PoseTrial trial;
    run(trial, kWork, [](PosedBy by, uint32_t) { return by == PosedBy::gpu ? 1.0 : 2.0; });
    ASSERT_EQ(trial.next(kWork), PosedBy::gpu);
    PoseTrial::Work larger = kWork;
    larger.instances = 1000;
    EXPECT_EQ(trial.next(larger), PosedBy::cpu);
    EXPECT_FALSE(trial.result());
    run(trial, larger, [](PosedBy by, uint32_t) { return by == PosedBy::gpu ? 3.0 : 2.0; });
    EXPECT_EQ(trial.result()->winner, PosedBy::cpu);
}

/// One that was under way when the turn changed, say.
TEST(PoseTrial, AFrameOfTheOtherKindDoesNotCount) {
    PoseTrial trial;
    trial.next(kWork);
    trial.measured(PosedBy::gpu, 1000.0);
    run(trial, kWork, [](PosedBy by, uint32_t) { return by == PosedBy::gpu ? 1.0 : 2.0; });
    EXPECT_EQ(trial.result()->gpuMs, 1.0);
}

}  // namespace
}  // namespace sinew
