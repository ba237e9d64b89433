// Crowds have the phases and crossfades of their playback, and the poses of single instances.
#include <gtest/gtest.h>

#include <algorithm>

#include "skinning/animation/blend.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "tests/keyed.h"

namespace sinew {
namespace {

// Two joints and a morph weight. Clip 0 moves joint 0 along x at 1 unit/s, clip 1 along y at 2
// units/s.
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
        std::vector<gpu::Affine> expected(2);
        poseSkeleton(m.skeleton, pose, expected);
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
    EXPECT_EQ(some[2], gpu::Affine(-1.0f)) << "nobody is listed";
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
    playback.advance(.7f, 2);  // the last step was at 0.5 s of clip 1 and 1.5 s of clip 0
    const PoseRequest request = requestsOf(m, playback, 1)[0];
    EXPECT_FLOAT_EQ(request.seconds, .5f);
    EXPECT_FLOAT_EQ(request.otherSeconds, 1.5f);
    playback.advance(.04f, 2);
    EXPECT_FLOAT_EQ(requestsOf(m, playback, 1)[0].seconds, .5f);
}

TEST(PoseRequests, NameEveryClipAndTheRestPose) {
    for (const uint32_t clip : {0u, 1u, kMostClips - 1, kRestPose}) {
        for (const uint32_t other : {0u, kMostClips - 1, kRestPose}) {
            const PoseRequest request = requestOf({clip, 1.5f}, {other, .25f}, .125f);
            EXPECT_EQ(baseOf(request).clip, clip);
            EXPECT_EQ(baseOf(request).seconds, 1.5f);
            EXPECT_EQ(otherOf(request).clip, other);
            EXPECT_EQ(otherOf(request).seconds, .25f);
            EXPECT_EQ(request.otherWeight, .125f);
        }
    }
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
    EXPECT_EQ(positionOf(4), glm::vec3(4, 0, 0));  // kClipEnd is not wrapped
}

TEST(Crowd, StepsAreTimedOnTheCpu) {
    const Model m = model();
    std::vector<gpu::Affine> matrices(2000);
    std::vector<float> weights(1000);
    Crowd crowd(m);
    const Crowd::Timing timing = crowd.pose(requestsOf(m, {.clip = 0}, 1000), matrices, weights);
    EXPECT_GT(timing.sampleMs, 0);
    EXPECT_GT(timing.poseMs, 0);
    EXPECT_LT(timing.sampleMs + timing.poseMs, 1000);
}

}  // namespace
}  // namespace sinew
