// Tests which changes of settings require work, and which do not.
#include "app/demo/session/changes.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(ChangesTest, AValueChangesOnceAndThenNotUntilItIsAnother) {
    Followed<uint32_t> samples;
    EXPECT_FALSE(samples.last());
    EXPECT_TRUE(samples.changes(0)) << "the first one, whatever it is";
    EXPECT_FALSE(samples.changes(0));
    EXPECT_TRUE(samples.changes(4));
    EXPECT_FALSE(samples.changes(4));
    EXPECT_EQ(samples.last(), 4u);
    EXPECT_TRUE(samples.changes(0)) << "back";
}

TEST(ChangesTest, AnotherModelIsMeasuredAndFittedAnewButFramedAsBefore) {
    Changes changes;
    const auto all = [&] {
        return std::array{changes.difference.changes({}),    changes.memory.changes({}),
                          changes.pictured.changes(nullptr), changes.methods.changes({}),
                          changes.samples.changes(4),        changes.columns.changes({350, 400})};
    };
    EXPECT_EQ(all(), (std::array{true, true, true, true, true, true}));
    EXPECT_EQ(all(), (std::array{false, false, false, false, false, false}));
    changes.forgetModel();
    EXPECT_EQ(all(), (std::array{true, true, true, false, false, false}));
}

TEST(ChangesTest, ADifferenceIsMeasuredAgainForEachPausedTime) {
    Followed<Compared> difference;
    Compared now{.first = {Method::compute, {}}, .second = SkinChoice{}, .timeSeconds = -1};
    EXPECT_TRUE(difference.changes(now));
    EXPECT_FALSE(difference.changes(now)) << "it plays";
    for (const double seconds : {0.5, 0.6}) {
        now.timeSeconds = seconds;
        EXPECT_TRUE(difference.changes(now));
        EXPECT_FALSE(difference.changes(now));
    }
    now.second.reset();
    EXPECT_TRUE(difference.changes(now));
}

}  // namespace
}  // namespace sinew
