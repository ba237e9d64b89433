// Phases of a crowd with one clip are evenly spread, and requests have the documented words.
#include "skinning/animation/playback.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "shaders/shared/playback.h"
#include "tests/unit/chain_model.h"

namespace sinew {
namespace {

TEST(Playback, AnInstanceIsAheadByTheFractionOfItsNumberTimesTheGoldenRatio) {
    EXPECT_EQ(gpu::shareAhead(0), 0.0f);
    for (uint32_t i = 1; i < 500; ++i) {
        const double turns = i * 1.6180339887498949;
        EXPECT_NEAR(gpu::shareAhead(i), turns - std::floor(turns), 1.2e-7) << i;
    }
}

// The largest gap is that of golden-ratio sequences, 2.5 times the mean one.
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

// A double holds the exact product, so rounding it once gives the float product.
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
