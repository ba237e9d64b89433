// Instances of a crowd are placed and turned as their grid, seed and counts require.
#include "skinning/animation/placement.h"

#include <gtest/gtest.h>

#include <set>

namespace sinew {
namespace {

/// Bounds of a character: wider than deep, above the ground and not centred.
const Box kBounds{{-1.0f, 0.5f, 0.25f}, {2.0f, 2.5f, 1.25f}};

std::vector<glm::vec3> positionsOf(uint32_t count) {
    std::vector<glm::vec3> positions;
    for (const gpu::Affine& m : layOutCrowd(kBounds, count)) {
        EXPECT_EQ(glm::vec3(m[0]), glm::vec3(1, 0, 0));
        EXPECT_EQ(glm::vec3(m[1]), glm::vec3(0, 1, 0));
        EXPECT_EQ(glm::vec3(m[2]), glm::vec3(0, 0, 1));
        positions.emplace_back(m[0].w, m[1].w, m[2].w);
    }
    return positions;
}

TEST(Placement, EveryInstanceIsOnTheGroundWithinTheBoundsOfTheCrowd) {
    for (const uint32_t count : {1u, 2u, 3u, 5u, 9u, 20u}) {
        const Box crowd = crowdBounds(kBounds, count);
        EXPECT_EQ(crowd.low.y, 0.0f);
        Box together = Box::nothing();
        for (const glm::vec3& position : positionsOf(count)) {
            const Box box{kBounds.low + position, kBounds.high + position};
            EXPECT_NEAR(box.low.y, 0.0f, 1e-5f);
            together.include(box);
        }
        for (int c = 0; c < 3; ++c) {
            EXPECT_GE(together.low[c], crowd.low[c] - 1e-4f) << count << ", coordinate " << c;
            EXPECT_LE(together.high[c], crowd.high[c] + 1e-4f) << count << ", coordinate " << c;
        }
    }
}

TEST(Placement, NoTwoTouch) {
    const std::vector<glm::vec3> positions = positionsOf(20);
    const glm::vec3 size = kBounds.high - kBounds.low;
    for (size_t a = 0; a < positions.size(); ++a) {
        for (size_t b = 0; b < a; ++b) {
            const glm::vec3 apart = glm::abs(positions[a] - positions[b]);
            EXPECT_TRUE(apart.x > size.x || apart.z > size.z) << a << " and " << b;
        }
    }
}

TEST(Placement, ACrowdIsNoDeeperThanWide) {
    for (const auto& [count, rows] : {std::pair(2u, 1u), {5u, 2u}, {7u, 3u}, {9u, 3u}, {10u, 3u}}) {
        std::set<float> depths;
        for (const glm::vec3& position : positionsOf(count)) depths.insert(position.z);
        EXPECT_EQ(depths.size(), rows) << count;
    }
}

TEST(Placement, TheBoundsOfACrowdReachAsFarAsItHasGone) {
    const Box there = crowdBounds(kBounds, 9);
    EXPECT_EQ(reachOf({}).low, glm::vec3(0.0f));
    EXPECT_EQ(reachOf({}).high, glm::vec3(0.0f));
    const std::vector<Anchor> anchors{{{3, 0, -2}}, {{1, 0, 5}}};
    const Box gone = crowdBounds(kBounds, 9, reachOf(anchors));
    EXPECT_EQ(gone.low, there.low + glm::vec3(1, 0, -2));
    EXPECT_EQ(gone.high, there.high + glm::vec3(3, 0, 5));
}

std::vector<gpu::Affine> scattered(uint32_t count, uint32_t seed) {
    return layOutCrowd(kBounds, count, seed);
}

/// Returns the world position of the centre of the bottom face of kBounds.
glm::vec3 originOf(const gpu::Affine& worldFromObject) {
    const glm::vec3 center = kBounds.center();
    return glm::vec4(center.x, kBounds.low.y, center.z, 1.0f) * worldFromObject;
}

TEST(Placement, ScatteredInstancesDifferInRotationAndPosition) {
    constexpr uint32_t kCount = 400;
    const std::vector<gpu::Affine> grid = scattered(kCount, 0), crowd = scattered(kCount, 1);
    const float spacing = originOf(grid[1]).x - originOf(grid[0]).x;
    std::set<float> turns;
    float leftmost = 0, rightmost = 0;
    for (uint32_t i = 0; i < kCount; ++i) {
        const glm::vec3 aside = originOf(crowd[i]) - originOf(grid[i]);
        EXPECT_NEAR(aside.y, 0.0f, 1e-5f);
        EXPECT_LE(std::max(std::abs(aside.x), std::abs(aside.z)), 0.23f * spacing);
        const glm::vec3 ahead = glm::vec4(0, 0, 1, 0) * crowd[i];
        EXPECT_NEAR(glm::length(ahead), 1.0f, 1e-6f);
        EXPECT_GT(ahead.z, 0.9f) << "looks to the side";
        turns.insert(ahead.x);
        leftmost = std::min(leftmost, ahead.x);
        rightmost = std::max(rightmost, ahead.x);
    }
    EXPECT_GT(turns.size(), kCount * 9 / 10);
    EXPECT_LT(leftmost, -0.4f);
    EXPECT_GT(rightmost, 0.4f);
}

TEST(Placement, AScatteredCrowdIsTheSameByTheSameSeed) {
    EXPECT_EQ(scattered(20, 7), scattered(20, 7));
    EXPECT_NE(scattered(20, 7), scattered(20, 8));
    EXPECT_EQ(scattered(1, 7), scattered(1, 0)) << "a single instance is at the origin";
}

TEST(Placement, TheBoundsOfAScatteredCrowdHoldAllThatHaveGone) {
    const Anchor anchors[] = {{{3, 0, -2}}, {{1, 0, 5}}, {}, {{-4, 1, 6}}};
    const Box reach = reachOf(anchors);
    for (uint32_t seed = 1; seed < 60; ++seed) {
        for (const uint32_t count : {2u, 3u, 9u, 20u}) {
            const Box crowd = crowdBounds(kBounds, count, reach, seed);
            for (const gpu::Affine& placement : scattered(count, seed)) {
                for (const Anchor& anchor : anchors) {
                    const Box box = transformed(kBounds, moved(placement, anchor));
                    EXPECT_TRUE(glm::all(glm::greaterThan(box.low, crowd.low - 1e-4f)));
                    EXPECT_TRUE(glm::all(glm::lessThan(box.high, crowd.high + 1e-4f)));
                }
            }
        }
    }
}

TEST(Placement, RootMotionFollowsTheFacingDirection) {
    const gpu::Affine turned = scattered(9, 3)[4];
    const glm::vec3 there = glm::vec4(0, 0, 0, 1) * moved(turned, {{0, 0, 2}});
    const glm::vec3 ahead = glm::vec4(0, 0, 2, 1) * turned;
    EXPECT_NEAR(glm::distance(there, ahead), 0.0f, 1e-6f);
    EXPECT_GT(std::abs(ahead.x - (glm::vec4(0, 0, 0, 1) * turned).x), 0.01f);
}

TEST(Placement, AllPlacementsMayBeExplicit) {
    const Placement there{{3, 0, 0}, 180};
    const CrowdLayout crowd{kBounds, 1, {&there, 1}};
    EXPECT_EQ(layOutCrowds({&crowd, 1}, 1)[0][0][0].w, 3);
    const Box reach;
    EXPECT_NEAR(crowdBounds({&crowd, 1}, {&reach, 1}, 1).low.x, 1, 1e-5f);
}

/// Bounds of a second character: narrower and deeper than kBounds, with feet below the ground.
const Box kOther{{-0.5f, -1.0f, -2.0f}, {0.5f, 1.0f, 2.0f}};

TEST(Placement, SharesAddUpToTheNumberOfInstances) {
    using Counts = std::vector<uint32_t>;
    EXPECT_EQ(sharedOut(500, Counts{1, 1, 1}), (Counts{167, 167, 166}));
    EXPECT_EQ(sharedOut(323, Counts{300, 20, 3}), (Counts{300, 20, 3})) << "their own sum";
    EXPECT_EQ(sharedOut(1, Counts{1, 1}), (Counts{1, 0}));
    EXPECT_EQ(sharedOut(1'000'000, Counts{1'000'000, 1'000'000}), (Counts{500'000, 500'000}));
}

TEST(Placement, OneOfSeveralModelsAloneHasTheBoundsOfACrowd) {
    const CrowdLayout crowd{kBounds, 7, {}};
    const Box reach{glm::vec3(-1), glm::vec3(2)};
    const Box together = crowdBounds({&crowd, 1}, {&reach, 1}, 5);
    EXPECT_EQ(together.low, crowdBounds(kBounds, 7, reach, 5).low);
    EXPECT_EQ(together.high, crowdBounds(kBounds, 7, reach, 5).high);
}

TEST(Placement, SeveralModelsAreMixedOnOneGridWithinTheirBounds) {
    const Placement far{{30, 1, 0}, 90};
    for (const uint32_t scatter : {0u, 3u}) {
        const CrowdLayout crowds[] = {{kBounds, 40, {}}, {kOther, 41, {&far, 1}}};
        const auto placement = layOutCrowds(crowds, scatter);
        ASSERT_EQ(placement[0].size(), 40u);
        ASSERT_EQ(placement[1].size(), 41u);
        const Box all = crowdBounds(crowds, std::vector<Box>(2), scatter);
        // Number of instances whose nearest neighbour is of the same model.
        size_t alike = 0;
        std::vector<std::pair<glm::vec3, size_t>> centers;
        for (size_t crowd = 0; crowd < 2; ++crowd) {
            for (const gpu::Affine& matrix : placement[crowd]) {
                const Box box = transformed(crowds[crowd].bounds, matrix);
                centers.emplace_back(box.center(), crowd);
                EXPECT_GE(box.low.x, all.low.x - 1e-4f);
                EXPECT_GE(box.low.z, all.low.z - 1e-4f);
                EXPECT_LE(box.high.x, all.high.x + 1e-4f);
                EXPECT_LE(box.high.z, all.high.z + 1e-4f);
                if (&matrix == placement[1].data()) continue;  // has an explicit placement
                EXPECT_NEAR(box.low.y, 0, 1e-5f);
            }
        }
        for (const auto& [center, crowd] : centers) {
            float nearest = 1e9f;
            size_t whose = 0;
            for (const auto& [other, its] : centers) {
                const float distance = glm::distance(other, center);
                if (distance == 0 || distance >= nearest) continue;
                nearest = distance;
                whose = its;
            }
            EXPECT_GT(nearest, scatter > 0 ? 1.5f : 3.9f);
            alike += whose == crowd;
        }
        EXPECT_GT(alike, 10u);
        EXPECT_LT(alike, 60u);
        const Box there = transformed(kOther, placement[1][0]);
        EXPECT_NEAR(there.low.x, 30 - 2, 1e-4f) << "turned by a quarter";
        EXPECT_NEAR(there.low.y, 0, 1e-4f) << "its origin is where the place says";
    }
}

}  // namespace
}  // namespace sinew
