// Playback of many instances: phases, crossfades, and agreement with single-instance functions.
// Blends of poses, joint matrices compared with double precision, and the fields of requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <random>

#include "shaders/shared/playback.h"
#include "skinning/animation/affine.h"
#include "skinning/animation/blend.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "tests/keyed.h"
#include "tests/unit/chain_model.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

// Returns a model with two joints and a morph weight. Clip 0 moves joint 0 along x at 1 unit/s,
// clip 1 along y at 2 units/s.
Model model() {
    Model model;
    model.skeleton.names = {"a", "b"};
    model.skeleton.parents = {kNoParent, 0};
    model.skeleton.rest = {{.translation = {0, 0, 1}}, {.translation = {0, 5, 0}}};
    model.restMorphWeights = {.5f};
    for (const glm::vec3& speed : {glm::vec3(1, 0, 0), glm::vec3(0, 2, 0)}) {
        model.clips.push_back(test::keyed("", {}, {0, 4}, {0, 0, 0, 4 * speed.x, 4 * speed.y, 0}));
    }
    return model;
}

std::vector<gpu::Affine> posed(const Model& model, const Playback& playback, uint32_t count) {
    std::vector<gpu::Affine> matrices(size_t{count} * model.skeleton.size());
    std::vector<float> weights(count);
    Crowd crowd(model);
    crowd.pose(requestsOf(model, playback, count), matrices, weights);
    for (const float weight : weights) EXPECT_EQ(weight, .5f);
    return matrices;
}

TEST(Crowd, WithoutStaggeringAllInstancesAreAlike) {
    const Model m = model();
    const Playback playback{.clip = 0, .timeSeconds = 1, .staggered = false};
    const auto matrices = posed(m, playback, 50);
    for (size_t i = 0; i < 50; ++i) EXPECT_EQ(matrices[2 * i], matrices[0]);
}

TEST(Crowd, EveryInstanceIsPosedAsTheSingleStepsDo) {
    const Model m = model();
    const Playback playback{.clip = 1, .timeSeconds = 2.5f};
    const auto matrices = posed(m, playback, 40);
    for (uint32_t i = 0; i < 40; ++i) {
        Pose pose = restPose(m);
        ClipSampler(m.clips[1]).sample(instanceTime(m.clips[1], playback, 2.5f, i), pose);
        const auto expected = objectFromJointOf(m.skeleton, pose);
        EXPECT_EQ(matrices[2 * i], expected[0]);
        EXPECT_EQ(matrices[2 * i + 1], expected[1]);
    }
}

TEST(Crowd, PosesThoseOfAListAloneAndLeavesTheOthersAsTheyAre) {
    const Model m = model();
    const std::vector<PoseRequest> requests = requestsOf(m, {.clip = 1, .timeSeconds = 2.5f}, 40);
    std::vector<gpu::Affine> all(80), some(80, gpu::Affine(-1.0f));
    std::vector<float> weights(40), someWeights(40, -1.0f);
    std::vector<Box> boxes(40, {glm::vec3(-1), glm::vec3(-1)});
    Crowd crowd(m);
    crowd.pose(requests, all, weights);
    const std::vector<uint32_t> listed{0, 3, 17, 18, 39};
    crowd.pose(listedOf(listed), requests, some, someWeights, boxes);
    for (uint32_t i = 0; i < 40; ++i) {
        const bool posed = std::binary_search(listed.begin(), listed.end(), i);
        for (uint32_t j = 2 * i; j < 2 * i + 2; ++j) {
            EXPECT_EQ(some[j], posed ? all[j] : gpu::Affine(-1.0f)) << j;
        }
        EXPECT_EQ(someWeights[i], posed ? weights[i] : -1.0f);
        EXPECT_EQ(boxes[i].low != glm::vec3(-1), posed);
    }
    const std::vector<uint32_t> none;
    crowd.pose(listedOf(none), requests, some, someWeights, boxes);
    EXPECT_EQ(some[2], gpu::Affine(-1.0f)) << "the list is empty";
}

TEST(Crowd, ACrossfadeMixesTheClipBefore) {
    const Model m = model();
    Playback playback{.clip = 0, .timeSeconds = 2, .staggered = false};
    playback.play(1, .5f);
    EXPECT_EQ(playback.previousClip, 0u);
    EXPECT_EQ(playback.fade, 0);
    const auto start = posed(m, playback, 1);
    EXPECT_FLOAT_EQ(start[0][0].w, 2);
    playback.advance(.25f, .5f);
    EXPECT_FLOAT_EQ(playback.fade, .5f);
    const auto half = posed(m, playback, 1);
    EXPECT_FLOAT_EQ(half[0][0].w, .5f * 2.25f);
    EXPECT_FLOAT_EQ(half[0][1].w, .5f * .5f);
    playback.advance(1, .5f);
    EXPECT_EQ(playback.fade, 1);
    EXPECT_FLOAT_EQ(posed(m, playback, 1)[0][0].w, 0);
}

TEST(Crowd, ACrossfadeContinuesIfTimeRunsBackwards) {
    Playback playback{.clip = 0, .timeSeconds = 2};
    playback.play(1, .5f);
    playback.advance(-.25f, .5f);
    EXPECT_FLOAT_EQ(playback.timeSeconds, -.25f);
    EXPECT_FLOAT_EQ(playback.previousTimeSeconds, 1.75f);
    EXPECT_FLOAT_EQ(playback.fade, .5f);
}

TEST(Crowd, WithoutFadeTimeTheNewClipCountsAtOnce) {
    Playback playback{.clip = 0, .timeSeconds = 2};
    playback.play(kRestPose, 0);
    EXPECT_EQ(playback.fade, 1);
    const auto rest = posed(model(), playback, 3);
    EXPECT_EQ(rest[4][2].w, 1);
}

TEST(Crowd, JumpsAreCountedAsCutsAndFadesAreNot) {
    Playback playback{.clip = 0, .timeSeconds = 2};
    playback.play(1, .5f);
    playback.advance(1, .5f);
    EXPECT_EQ(playback.cuts, 0u);
    playback.play(0, 0);
    EXPECT_EQ(playback.cuts, 1u);
    playback.seek(3);
    EXPECT_EQ(playback.cuts, 2u);
}

TEST(Crowd, SteppedPosesStayUntilTheNextStep) {
    const Model m = model();
    Playback playback{.clip = 0, .timeSeconds = 1, .staggered = false, .posesASecond = 4};
    playback.play(1, 2);
    // The last pose step was at 0.5 s of clip 1 and 1.5 s of clip 0.
    playback.advance(.7f, 2);
    const PoseRequest request = requestsOf(m, playback, 1)[0];
    EXPECT_FLOAT_EQ(request.seconds, .5f);
    EXPECT_FLOAT_EQ(request.otherSeconds, 1.5f);
    playback.advance(.04f, 2);
    EXPECT_FLOAT_EQ(requestsOf(m, playback, 1)[0].seconds, .5f);
}

TEST(PoseRequests, InstancesOfOneCrowdPlayOtherClips) {
    const Model m = model();
    const PoseRequest requests[] = {requestOf({1, 1.5f}), requestOf(ClipMoment{}),
                                    requestOf({0, 3}), requestOf({0, 2}, {1, 1}, .25f),
                                    requestOf({0, 4})};
    std::vector<gpu::Affine> matrices(std::size(requests) * m.skeleton.size());
    Crowd(m).pose(requests, matrices, {});
    const auto positionOf = [&](size_t instance) {
        const gpu::Affine& matrix = matrices[2 * instance];
        return glm::vec3(matrix[0].w, matrix[1].w, matrix[2].w);
    };
    EXPECT_EQ(positionOf(0), glm::vec3(0, 3, 0));
    EXPECT_EQ(positionOf(1), glm::vec3(0, 0, 1));
    EXPECT_EQ(positionOf(2), glm::vec3(3, 0, 0));
    EXPECT_EQ(positionOf(3), glm::vec3(1.5f, .5f, 0));
    // The end of a clip is not wrapped to its start.
    EXPECT_EQ(positionOf(4), glm::vec3(4, 0, 0));
}

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

/// Tests poseSkeleton() against double precision. Joints have random parents; some are roots.
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

TEST(Playback, AnInstanceIsAheadByTheFractionOfItsNumberTimesTheGoldenRatio) {
    EXPECT_EQ(gpu::shareAhead(0), 0.0f);
    for (uint32_t i = 1; i < 500; ++i) {
        const double turns = i * 1.6180339887498949;
        EXPECT_NEAR(gpu::shareAhead(i), turns - std::floor(turns), 1.2e-7) << i;
    }
}

// The largest gap of a golden-ratio sequence is up to 2.5 times the mean gap.
TEST(Playback, AnyNumberOfInstancesIsSpreadEvenly) {
    for (const uint32_t count : {10u, 1000u, 100'000u, 1'000'000u}) {
        std::vector<float> shares;
        for (uint32_t i = 0; i < count; ++i) shares.push_back(gpu::shareAhead(i));
        std::ranges::sort(shares);
        EXPECT_EQ(shares.front(), 0.0f);
        EXPECT_LT(shares.back(), 1.0f);
        shares.push_back(1.0f);
        for (size_t i = 1; i < shares.size(); ++i) {
            ASSERT_LT(shares[i] - shares[i - 1], 2.7f / static_cast<float>(count)) << count;
        }
    }
}

// A double represents the exact product of two floats, so rounding it once gives the float product.
TEST(Playback, EachPhaseIsRoundedOnceAndThenAgain) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (uint32_t i = 0; i < 100'000; ++i) {
        const float duration = 0.1f + 10.0f * unit(random);
        const float seconds = std::min(duration * unit(random), std::nextafter(duration, 0.0f));
        const float share = gpu::shareAhead(i);
        const auto ahead = static_cast<float>(double{share} * double{duration});
        const auto there = static_cast<float>(double{seconds} + double{ahead});
        const float expected = there < duration ? there : there - duration;
        ASSERT_EQ(gpu::secondsAhead(seconds, duration, share), expected) << i;
        ASSERT_LT(expected, duration);
    }
}

TEST(Playback, NoPhaseLeavesTheClipWhateverItsLength) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    for (const float duration : {1e-30f, 1.0f, 3.0f, 1.9999999f, kLargest}) {
        for (const float seconds : {0.0f, 0.5f * duration, std::nextafter(duration, 0.0f)}) {
            for (uint32_t i = 0; i < 10'000; ++i) {
                const float at = gpu::secondsAhead(seconds, duration, gpu::shareAhead(i));
                ASSERT_TRUE(at >= 0 && at < duration) << at;
            }
            EXPECT_EQ(gpu::secondsAhead(seconds, duration, 0.0f), seconds);
        }
    }
    EXPECT_EQ(gpu::secondsAhead(0.0f, 0.0f, 0.7f), 0.0f);
    EXPECT_EQ(gpu::secondsAhead(1.5f, 2.0f, 0.25f), 0.0f);  // exactly the end
}

TEST(Playback, APageContinuesThePrecedingOne) {
    const Model model = test::chainModel(3, 1.0f);
    const Playback fading{.clip = 2,
                          .timeSeconds = 0.21f,
                          .previousClip = 1,
                          .previousTimeSeconds = 7.9f,
                          .fade = 0.25f};
    const std::vector<PoseRequest> all = requestsOf(model, fading, 20);
    gpu::Playback words = playbackWords(model, fading);
    words.firstInstance = 15;
    for (uint32_t i = 0; i < 5; ++i) {
        const PoseRequest request = gpu::requestOf(words, i);
        EXPECT_EQ(request.seconds, all[15 + i].seconds);
        EXPECT_EQ(request.otherSeconds, all[15 + i].otherSeconds);
        EXPECT_EQ(request.otherWeight, 0.75f);
        EXPECT_EQ(baseOf(request).clip, 2u);
        EXPECT_EQ(otherOf(request).clip, 1u);
        EXPECT_EQ(request.seconds, instanceTime(model.clips[2], fading, 0.21f, 15 + i));
        EXPECT_EQ(request.otherSeconds, instanceTime(model.clips[1], fading, 7.9f, 15 + i));
    }
}

}  // namespace
}  // namespace sinew
