// When warm-up ends, and when a block counts as disturbed by other programs.
#include "benchmarks/warm_up.h"

#include <gtest/gtest.h>

#include "benchmarks/other_work.h"

namespace sinew::test {
namespace {

/// The frames after which warm-up ends when `msOf` tells what frame n takes.
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
}  // namespace sinew::test
