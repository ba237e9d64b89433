// Tests without a device: differences of vertices against numbers computed by hand, and which
// acceleration structures are rebuilt.
#include "skinning/gpu/verify/difference.h"
#include "skinning/gpu/verify/captured_vertices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "skinning/gpu/trace/rebuild_policy.h"
#include "skinning/gpu/verify/vertex_errors.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CapturedVertices vertices(size_t count) {
    return {std::vector<glm::vec3>(count), std::vector<glm::vec3>(count, glm::vec3(0, 0, 1)),
            std::vector<glm::vec4>(count, glm::vec4(1, 0, 0, 1))};
}

TEST(Difference, OfEqualVerticesIsZeroAndAllAreInTheFirstBin) {
    const VertexDifference difference = differenceOf(vertices(5), vertices(5), 2.0);
    EXPECT_EQ(difference.position.largest, 0.0);
    EXPECT_EQ(difference.normalDegrees.largest, 0.0);
    EXPECT_EQ(difference.decades[0], 5u);
}

TEST(Difference, IsRelativeToTheExtentAndNamesTheFurthest) {
    const CapturedVertices a = vertices(4);
    CapturedVertices b = a;
    b.positions[1] = {0.5f, 0, 0};
    b.positions[2] = {0, 0.75f, 1.0f};  // moved by 1.25
    const VertexDifference difference = differenceOf(a, b, 2.5);
    EXPECT_DOUBLE_EQ(difference.position.largest, 0.5);
    EXPECT_DOUBLE_EQ(difference.position.mean, (0.2 + 0.5) / 4);
    EXPECT_DOUBLE_EQ(difference.position.rms, std::sqrt((0.04 + 0.25) / 4));
    EXPECT_EQ(difference.vertex, 2u);
    EXPECT_EQ(difference.at, a.positions[2]);
}

TEST(Difference, PercentileLeavesTheWorstHundredthOut) {
    const CapturedVertices a = vertices(200);
    CapturedVertices b = a;
    for (size_t v = 0; v < 200; ++v) b.positions[v].x = static_cast<float>(v);
    EXPECT_DOUBLE_EQ(differenceOf(a, b, 1.0).position.percentile99, 197.0);
}

TEST(Difference, CountsVerticesByDecade) {
    const CapturedVertices a = vertices(7);
    CapturedVertices b = a;
    const float distances[] = {0.0f, 1e-9f, 2e-8f, 9e-6f, 2e-5f, 5e-3f, 3.0f};
    for (size_t v = 0; v < 7; ++v) b.positions[v].x = distances[v];
    const std::array<uint64_t, kDecadeNames.size()> expected{1, 1, 1, 0, 1, 1, 0, 1, 1};
    EXPECT_EQ(differenceOf(a, b, 1.0).decades, expected);
}

TEST(Difference, AnglesAreExactWhereTheyAreSmall) {
    const CapturedVertices a = vertices(1);
    CapturedVertices b = a;
    b.normals[0] = {1e-5f, 0, 1};
    b.tangents[0] = {0, 1, 0, -1};
    const VertexDifference difference = differenceOf(a, b, 1.0);
    EXPECT_NEAR(difference.normalDegrees.largest, glm::degrees(std::atan(double{1e-5f})), 1e-15);
    EXPECT_DOUBLE_EQ(difference.tangentDegrees.largest, 90.0);
    EXPECT_EQ(difference.handednessDiffers, 1u);
}

TEST(Difference, WhatIsNoNumberIsInfinitelyFar) {
    const CapturedVertices a = vertices(3);
    CapturedVertices b = a;
    b.positions[1].y = std::numeric_limits<float>::quiet_NaN();
    const VertexDifference difference = differenceOf(a, b, 1.0);
    EXPECT_TRUE(std::isinf(difference.position.largest));
    EXPECT_EQ(difference.vertex, 1u);
    EXPECT_EQ(difference.decades.back(), 1u);
}

// `verify` must not accept such a vertex.
TEST(Difference, WhatIsNoNumberIsOutOfTolerance) {
    const ReferenceVertices reference{.positions = {{}},
                                      .normals = {{0, 0, 1}},
                                      .tangents = {{1, 0, 0, 1}},
                                      .mirrored = {false},
                                      .normalShares = {1},
                                      .tangentShares = {1},
                                      .extent = 1};
    const VertexBound bound{.position = 1e-5, .normalDegrees = 0.05, .tangentDegrees = 0.05};
    const auto isWithin = [&](const CapturedVertices& captured) {
        return errorsOf(captured, reference, bound, 0, true).withinTolerance();
    };
    EXPECT_TRUE(isWithin(vertices(1)));
    CapturedVertices broken[] = {vertices(1), vertices(1), vertices(1)};
    broken[0].positions[0].y = NAN;
    broken[1].normals[0].y = NAN;
    broken[2].tangents[0].y = NAN;
    for (const CapturedVertices& captured : broken) EXPECT_FALSE(isWithin(captured));
}

TEST(Difference, VertexTextsAreThoseOfTheFileEvenForCopiesAlongSeams) {
    Model model;
    model.primitives.push_back({.meshName = "head", .firstVertex = 0, .vertexCount = 10});
    model.primitives.push_back({.primitive = 1,
                                .meshName = "body",
                                .firstVertex = 10,
                                .vertexCount = 8,
                                .fileVertices = {{1, 2}, {7, 4}},
                                .tangentCopies = {3, 5}});
    EXPECT_EQ(vertexText(model, 9), "vertex 9, primitive 0 of mesh \"head\"");
    EXPECT_EQ(vertexText(model, 12), "vertex 7, primitive 1 of mesh \"body\"");
    EXPECT_EQ(vertexText(model, 17), "vertex 10, primitive 1 of mesh \"body\"");
}

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
