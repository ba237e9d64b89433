// Tests that acceleration structures are rebuilt when their areas have grown, a few in each frame.
#include "skinning/gpu/trace/rebuild_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RebuildPolicy, BuildsAllStructuresOnceAndThenRefits) {
    RebuildPolicy policy(3);
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(0, 1, 2));
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
}

TEST(RebuildPolicy, RebuildsAStructureWhoseAreaGrewByMoreThanAQuarter) {
    RebuildPolicy policy(2);
    policy.nextBuilds();
    for (const uint32_t i : {0u, 1u}) policy.measured(i, 8.0f, policy.frame());
    policy.measured(0, 9.99f, policy.frame());
    policy.measured(1, 10.01f, policy.frame());
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(1));
    // The first area that is measured after the rebuild is the new base.
    policy.measured(1, 10.01f, policy.frame());
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
}

TEST(RebuildPolicy, RebuildsASixteenthOfTheStructuresInAFrameAndThoseThatGrewMostFirst) {
    RebuildPolicy policy(32);
    policy.nextBuilds();
    for (uint32_t i = 0; i < 32; ++i) policy.measured(i, 1.0f, policy.frame());
    for (const uint32_t i : {3u, 7u, 20u, 31u})
        policy.measured(i, 2.0f + static_cast<float>(i), policy.frame());
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(20, 31));
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(3, 7));
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
}

TEST(RebuildPolicy, RebuildsAStructureOfEqualVerticesWhenTheyAreSkinned) {
    RebuildPolicy policy(1);
    policy.nextBuilds();
    policy.measured(0, 0.0f, policy.frame());
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
    policy.measured(0, 0.5f, policy.frame());
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(0));
}

TEST(RebuildPolicy, IgnoresAreasFromBeforeTheLastBuild) {
    RebuildPolicy policy(1);
    policy.nextBuilds();
    const uint64_t first = policy.frame();
    policy.measured(0, 1.0f, first);
    policy.measured(0, 2.0f, first);
    EXPECT_THAT(policy.nextBuilds(), ElementsAre(0));
    policy.measured(0, 1.0f, first);
    policy.measured(0, 2.0f, policy.frame());
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
}

TEST(RebuildPolicy, IgnoresAreasThatAreNotNumbers) {
    RebuildPolicy policy(1);
    policy.nextBuilds();
    policy.measured(0, 1.0f, policy.frame());
    for (const float area : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        policy.measured(0, area, policy.frame());
    }
    EXPECT_THAT(policy.nextBuilds(), IsEmpty());
}

}  // namespace
}  // namespace sinew
