// Tests that the window asks before it shows a slow crowd, and only then.
#include "app/demo/session/crowd/crowd_gate.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

const CrowdGate::MethodPair kMethods{{Method::compute, {}}, {}};
const CrowdGate::MethodPair kOther{{Method::cpuReference, {}}, {}};

/// A machine on which a frame takes `fixed` plus `each` per character, in seconds.
struct SimulatedMachine {
    double fixed = 0;
    double each = 0;
    CrowdGate gate{};
    std::vector<uint32_t> drawn{};  // without repeated counts

    /// Draws frames until the crowd is `wanted` or the gate asks. Returns the last drawn count.
    uint32_t draw(uint32_t wanted, const CrowdGate::MethodPair& methods = kMethods) {
        for (int frame = 0; frame < 100; ++frame) {
            const uint32_t now = gate.admit(methods, wanted);
            if (drawn.empty() || drawn.back() != now) drawn.push_back(now);
            if (now == wanted || gate.question()) return now;
            gate.measured(methods, now, fixed + each * now);
        }
        ADD_FAILURE() << "neither drawn nor asked about";
        return 0;
    }
};

TEST(CrowdGateTest, SmallAndQuickCrowdsNeedNoConfirmation) {
    CrowdGate gate;
    gate.start(60);
    EXPECT_EQ(gate.admit(kMethods, 60), 60u);
    EXPECT_FALSE(gate.question());
    SimulatedMachine machine{.fixed = 0.1, .each = 0.0001};
    machine.gate.start(10);
    EXPECT_EQ(machine.draw(10'000), 10'000u);
    // The gate must draw smaller crowds first: 0.1 s / 10 per character would estimate 100 s.
    EXPECT_GT(machine.drawn.size(), 1u);
    for (const uint32_t count : machine.drawn) {
        EXPECT_LE(machine.fixed + machine.each * count, kSlowFrameSeconds) << count;
    }
}

TEST(CrowdGateTest, NothingSlowIsDrawnBeforeTheAnswer) {
    for (const double each : {1e-6, 1e-4, 1e-2, 0.3, 5.0}) {
        SimulatedMachine machine{.fixed = 0.05, .each = each};
        machine.gate.start(1);
        const uint32_t shown = machine.draw(1'000'000);
        const bool slow = machine.fixed + each * 1e6 > kSlowFrameSeconds;
        EXPECT_EQ(machine.gate.question().has_value(), slow) << each;
        if (!slow) continue;
        EXPECT_EQ(machine.gate.question()->instances, 1'000'000u);
        EXPECT_EQ(machine.gate.question()->shown, shown);
        EXPECT_NEAR(machine.gate.question()->seconds / (each * 1e6), 1.0, 0.25) << each;
        for (const uint32_t count : machine.drawn) {
            if (count == 1) continue;
            EXPECT_LE(machine.fixed + each * count, kSlowFrameSeconds) << count;
        }
    }
}

TEST(CrowdGateTest, AnAnswerHolds) {
    SimulatedMachine machine{.fixed = 0, .each = 0.1};
    machine.gate.start(10);
    const uint32_t shown = machine.draw(64);
    ASSERT_TRUE(machine.gate.question());
    EXPECT_EQ(shown, 10u);
    machine.gate.accept();
    EXPECT_EQ(machine.draw(64), 64u);
    EXPECT_FALSE(machine.gate.question());
    machine.gate.measured(kMethods, 64, 6.4);
    // An accepted count stays accepted if it turns out to be slow, and also after a smaller crowd.
    // The gate asks again only for a larger count.
    EXPECT_EQ(machine.draw(64), 64u);
    EXPECT_EQ(machine.draw(5), 5u);
    EXPECT_EQ(machine.draw(64), 64u);
    EXPECT_EQ(machine.draw(65), 64u);
    EXPECT_TRUE(machine.gate.question());
    // Requesting the shown count declines the question.
    EXPECT_EQ(machine.draw(64), 64u);
    EXPECT_FALSE(machine.gate.question());
}

TEST(CrowdGateTest, AnAdmittedSlowCrowdStaysButIsConfirmedNextTime) {
    CrowdGate gate;
    gate.start(1);
    gate.admit(kMethods, 1);
    gate.measured(kMethods, 1, 0.01);
    EXPECT_EQ(gate.admit(kMethods, 100), 100u);
    gate.measured(kMethods, 100, 30);  // for example, memory was exhausted
    EXPECT_EQ(gate.admit(kMethods, 100), 100u);
    EXPECT_FALSE(gate.question());
    EXPECT_EQ(gate.admit(kMethods, 50), 50u);
    EXPECT_EQ(gate.admit(kMethods, 100), 50u);
    EXPECT_TRUE(gate.question());
}

TEST(CrowdGateTest, AnotherMethodIsMeasuredAnewAndTheFirstIsRemembered) {
    SimulatedMachine machine{.fixed = 0, .each = 0.0001};
    machine.gate.start(10);
    EXPECT_EQ(machine.draw(10'000), 10'000u);
    machine.each = 0.01;
    const uint32_t slower = machine.draw(10'000, kOther);
    EXPECT_LT(slower, 1000u);
    EXPECT_TRUE(machine.gate.question());
    machine.each = 0.0001;
    EXPECT_EQ(machine.gate.admit(kMethods, 10'000), 10'000u);
    EXPECT_FALSE(machine.gate.question());
}

TEST(CrowdGateTest, TheFigureOfAQuestionStaysConstant) {
    CrowdGate gate;
    gate.start(1);
    gate.admit(kMethods, 1);
    gate.measured(kMethods, 1, 1.0);
    gate.admit(kMethods, 8);
    ASSERT_TRUE(gate.question());
    gate.measured(kMethods, 1, 1.4);
    gate.admit(kMethods, 8);
    EXPECT_EQ(gate.question()->seconds, 8.0);
}

TEST(CrowdGateTest, HeavyCharactersMakeTheQuickCrowdSmall) {
    EXPECT_EQ(quickCrowd(0, 0), 1'000'000u);
    EXPECT_EQ(quickCrowd(10'000, 0), 100u);
    EXPECT_EQ(quickCrowd(0, 625), 100u);
    EXPECT_EQ(quickCrowd(900'000'000, 5), 1u);
}

TEST(CrowdGateTest, AShrunkCrowdNeedsNoConfirmationAndForgetsOldTimes) {
    constexpr uint32_t kAll = 10'000, kLeft = 100;
    SimulatedMachine machine{.each = 0.0001};
    machine.gate.start(10);
    ASSERT_EQ(machine.draw(kAll), kAll);
    machine.gate.measured(kMethods, kAll, machine.each * kAll);
    machine.gate.shrink(kLeft);  // only slow characters remain
    machine.each = 0.01;
    EXPECT_EQ(machine.gate.admit(kMethods, kLeft), kLeft);
    EXPECT_FALSE(machine.gate.question());
    machine.drawn.clear();
    EXPECT_LT(machine.draw(kAll), kAll);
    EXPECT_TRUE(machine.gate.question());
    for (const uint32_t count : machine.drawn) EXPECT_LE(machine.each * count, kSlowFrameSeconds);
}

TEST(CrowdGateTest, AnAnswerIsForNoMoreThanWhatIsLeft) {
    SimulatedMachine machine{.each = 0.01};
    machine.gate.start(10);
    machine.draw(1000);
    machine.gate.accept();
    ASSERT_EQ(machine.draw(1000), 1000u);
    machine.gate.shrink(600);
    EXPECT_EQ(machine.gate.admit(kMethods, 600), 600u);
    EXPECT_EQ(machine.gate.admit(kMethods, 1000), 600u);
}

}  // namespace
}  // namespace sinew
