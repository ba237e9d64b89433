// Pose blends and joint matrices agree with double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <random>

#include "skinning/animation/affine.h"
#include "skinning/animation/blend.h"
#include "skinning/animation/pose.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

void expectNear(const glm::vec3& actual, const glm::vec3& expected) {
    EXPECT_NEAR(glm::length(actual - expected), 0, 1e-6f)
        << actual.x << " " << actual.y << " " << actual.z;
}

TEST(Blend, MixesByTheOtherWeightAlongTheShorterArc) {
    Pose into{.joints = {{.translation = {0, 0, 0}, .rotation = aboutZ(0), .scale = {1, 1, 1}}},
              .morphWeights = {1}};
    const Pose other{
        .joints = {{.translation = {4, 0, 0}, .rotation = -aboutZ(90), .scale = {3, 1, 1}}},
        .morphWeights = {3}};
    Pose half = into;
    blendPose(half, other, .5f);
    EXPECT_NEAR(std::abs(glm::dot(half.joints[0].rotation, aboutZ(45))), 1, 1e-6f);
    blendPose(into, other, .25f);
    expectNear(into.joints[0].translation, {1, 0, 0});
    expectNear(into.joints[0].scale, {1.5f, 1, 1});
    EXPECT_FLOAT_EQ(into.morphWeights[0], 1.5f);
}

TEST(Blend, WeightsZeroAndOneAreTheTwoPoses) {
    const Pose a{.joints = {{.translation = {1, 2, 3}, .rotation = aboutZ(10)}},
                 .morphWeights = {}};
    const Pose b{.joints = {{.translation = {4, 5, 6}, .rotation = aboutZ(200)}},
                 .morphWeights = {}};
    Pose into = a;
    blendPose(into, b, 0);
    EXPECT_EQ(into.joints[0].translation, a.joints[0].translation);
    EXPECT_NEAR(std::abs(glm::dot(into.joints[0].rotation, a.joints[0].rotation)), 1, 1e-6f);
    blendPose(into, b, 1);
    EXPECT_EQ(into.joints[0].translation, b.joints[0].translation);
    EXPECT_NEAR(std::abs(glm::dot(into.joints[0].rotation, b.joints[0].rotation)), 1, 1e-6f);
}

glm::dmat4 exactly(const Transform& t) {
    return glm::translate(glm::dmat4(1), glm::dvec3(t.translation)) *
           glm::mat4_cast(glm::dquat(t.rotation)) * glm::scale(glm::dmat4(1), glm::dvec3(t.scale));
}

/// Some of the joints are roots.
void expectExactPose(uint32_t joints, std::mt19937& random) {
    std::uniform_real_distribution<float> number(-1.0f, 1.0f);
    const auto vector = [&] { return glm::vec3(number(random), number(random), number(random)); };
    Skeleton skeleton;
    Pose pose;
    std::vector<glm::dmat4> expected;
    glm::vec4 expectedLargest(0.0f);
    for (int32_t j = 0; j < static_cast<int32_t>(joints); ++j) {
        const int32_t parent = static_cast<int32_t>(random() % (joints + 1)) % (j + 1) - 1;
        skeleton.parents.push_back(j % 3 == 1 ? j - 1 : parent);
        pose.joints.push_back({.translation = vector(),
                               .rotation = glm::normalize(glm::quat(number(random), vector())),
                               .scale = 1.0f + 0.3f * vector()});
        const glm::dmat4 own = exactly(pose.joints.back());
        expected.push_back(skeleton.parents[j] == kNoParent ? own
                                                            : expected[skeleton.parents[j]] * own);
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 3; ++r) {
                expectedLargest[c] = std::max(expectedLargest[c],
                                              static_cast<float>(std::abs(expected.back()[c][r])));
            }
        }
    }
    const gpu::Affine untouched(7.0f);
    std::vector<gpu::Affine> objectFromJoint(joints + 1, untouched);
    const glm::vec4 largest =
        poseSkeleton(skeleton, pose, std::span(objectFromJoint).first(joints));
    EXPECT_EQ(objectFromJoint[joints], untouched) << "written behind the last joint";
    for (uint32_t j = 0; j < joints; ++j) {
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                EXPECT_NEAR(objectFromJoint[j][r][c], expected[j][c][r], 2e-5)
                    << "joint " << j << " of " << joints << ", row " << r << ", column " << c;
            }
        }
    }
    for (int c = 0; c < 4; ++c) EXPECT_NEAR(largest[c], expectedLargest[c], 2e-5);
}

TEST(PoseSkeleton, IsThatOfDoublesForEveryNumberOfJointsOnEveryInstructionSet) {
    test::onEveryInstructionSet([] {
        std::mt19937 random(1);
        for (uint32_t joints = 1; joints <= 20; ++joints) expectExactPose(joints, random);
    });
}

TEST(PoseSkeleton, ValuesThatAreNotFiniteAreReported) {
    test::onEveryInstructionSet([] {
        for (const float wrong : {HUGE_VALF, std::nanf("")}) {
            Skeleton skeleton;
            skeleton.parents = {kNoParent, 0, kNoParent, 0, 3, 4};
            Pose pose;
            pose.joints.resize(6);
            pose.joints[3].translation.y = wrong;
            std::vector<gpu::Affine> objectFromJoint(6);
            const glm::vec4 largest = poseSkeleton(skeleton, pose, objectFromJoint);
            EXPECT_FALSE(std::isfinite(largest.w));
            EXPECT_EQ(objectFromJoint[1], affineFrom(pose.joints[1]));
            EXPECT_EQ(objectFromJoint[2], affineFrom(pose.joints[2]));
        }
    });
}

}  // namespace
}  // namespace sinew
