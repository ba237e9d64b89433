// Where the instances of a crowd stand.
#include "skinning/animation/placement.h"

#include <gtest/gtest.h>

#include <set>

namespace sinew {
namespace {

/// Wider than deep, and neither on the ground nor in the middle.
const Box kBounds{{-1.0f, 0.5f, 0.25f}, {2.0f, 2.5f, 1.25f}};

std::vector<glm::vec3> placesOf(uint32_t count) {
    std::vector<gpu::Affine> worldFromObject(count);
    placeCrowd(kBounds, worldFromObject);
    std::vector<glm::vec3> places;
    for (const gpu::Affine& m : worldFromObject) {
        EXPECT_EQ(glm::vec3(m[0]), glm::vec3(1, 0, 0));
        EXPECT_EQ(glm::vec3(m[1]), glm::vec3(0, 1, 0));
        EXPECT_EQ(glm::vec3(m[2]), glm::vec3(0, 0, 1));
        places.emplace_back(m[0].w, m[1].w, m[2].w);
    }
    return places;
}

TEST(Placement, EveryInstanceStandsOnTheGroundWithinTheBoundsOfTheCrowd) {
    for (const uint32_t count : {1u, 2u, 3u, 5u, 9u, 20u}) {
        const Box crowd = crowdBounds(kBounds, count);
        EXPECT_EQ(crowd.low.y, 0.0f);
        Box together = Box::nothing();
        for (const glm::vec3& place : placesOf(count)) {
            const Box stands{kBounds.low + place, kBounds.high + place};
            EXPECT_NEAR(stands.low.y, 0.0f, 1e-5f);
            together.include(stands);
        }
        for (int c = 0; c < 3; ++c) {
            EXPECT_GE(together.low[c], crowd.low[c] - 1e-4f) << count << ", coordinate " << c;
            EXPECT_LE(together.high[c], crowd.high[c] + 1e-4f) << count << ", coordinate " << c;
        }
    }
}

TEST(Placement, NoTwoTouch) {
    const std::vector<glm::vec3> places = placesOf(20);
    const glm::vec3 size = kBounds.high - kBounds.low;
    for (size_t a = 0; a < places.size(); ++a) {
        for (size_t b = 0; b < a; ++b) {
            const glm::vec3 apart = glm::abs(places[a] - places[b]);
            EXPECT_TRUE(apart.x > size.x || apart.z > size.z) << a << " and " << b;
        }
    }
}

TEST(Placement, ACrowdIsNoDeeperThanWide) {
    for (const auto& [count, rows] : {std::pair(2u, 1u), {5u, 2u}, {7u, 3u}, {9u, 3u}, {10u, 3u}}) {
        std::set<float> depths;
        for (const glm::vec3& place : placesOf(count)) depths.insert(place.z);
        EXPECT_EQ(depths.size(), rows) << count;
    }
}

TEST(Placement, TheBoundsOfACrowdReachAsFarAsItHasGone) {
    const Box there = crowdBounds(kBounds, 9);
    EXPECT_EQ(reachOf({}).low, glm::vec3(0.0f));
    EXPECT_EQ(reachOf({}).high, glm::vec3(0.0f));
    const std::vector<glm::vec3> anchors{{3, 0, -2}, {1, 0, 5}};
    const Box gone = crowdBounds(kBounds, 9, reachOf(anchors));
    EXPECT_EQ(gone.low, there.low + glm::vec3(1, 0, -2));
    EXPECT_EQ(gone.high, there.high + glm::vec3(3, 0, 5));
}

}  // namespace
}  // namespace sinew
