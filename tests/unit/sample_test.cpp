// Sampling of many and uneven keys. The torture set has the figures worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "skinning/animation/sample.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

using Interpolation = Channel::Interpolation;
using Path = Channel::Path;

// A clip of one channel on joint 0.
Clip clipOf(Path path, Interpolation interpolation, uint32_t width, std::vector<float> times,
            std::vector<float> values) {
    Clip clip;
    clip.durationSeconds = times.back();
    clip.channels.push_back({.path = path,
                             .interpolation = interpolation,
                             .width = width,
                             .keyCount = static_cast<uint32_t>(times.size())});
    clip.times = std::move(times);
    clip.values = std::move(values);
    return clip;
}

Pose sampled(const Clip& clip, float time) {
    Pose pose{.joints = std::vector<Transform>(1), .morphWeights = std::vector<float>(2, 9.0f)};
    ClipSampler(clip).sample(time, pose);
    return pose;
}

float translationX(const Clip& clip, float time) {
    return sampled(clip, time).joints[0].translation.x;
}

const std::vector<float> kThreeKeys = {10, 0, 0, 20, 0, 0, 40, 0, 0};

/// Sets of keys with 1 to 40 rotations, then many with three, each joint another; every fourth
/// rotation is followed by a translation of the same keys, and some hold.
Clip manySets() {
    Clip clip{.durationSeconds = 4};
    std::mt19937 random(3);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    uint32_t joint = 0;
    const auto add = [&](Channel::Path path, uint32_t width) {
        clip.channels.push_back(
            {.path = path,
             .interpolation = joint % 29 == 28 ? Interpolation::step : Interpolation::linear,
             .target = joint,
             .width = width,
             .firstKey = static_cast<uint32_t>(clip.times.size()) - 3,
             .keyCount = 3,
             .firstValue = static_cast<uint32_t>(clip.values.size())});
        for (int key = 0; key < 3; ++key) {
            glm::vec4 value(0.0f);
            for (int c = 0; c < 4; ++c) value[c] = unit(random);
            value = glm::normalize(value);
            clip.values.insert(clip.values.end(), &value.x, &value.x + width);
        }
    };
    for (uint32_t set = 1; set <= 80; ++set) {
        const float middle = 2 + unit(random);
        clip.times.insert(clip.times.end(), {0.0f, middle, 4.0f});
        for (uint32_t rotation = 0; rotation < (set <= 40 ? set : 3); ++rotation, ++joint) {
            add(Channel::Path::rotation, 4);
            if (rotation % 4 == 3 && set % 2 == 0) add(Channel::Path::translation, 3);
        }
    }
    return clip;
}

TEST(Sample, ManyChannelsOfManyKeysAreWhatEachIsAlone) {
    const Clip clip = manySets();
    const Pose none{.joints = std::vector<Transform>(clip.channels.back().target + 1)};
    const ClipSampler sampler(clip);
    test::onEveryInstructionSet([&] {
        for (const float time : {0.0f, 0.5f, 2.0f, 3.9f, 4.0f}) {
            Pose all = none;
            sampler.sample(time, all);
            for (const Channel& channel : clip.channels) {
                Clip one = clip;
                one.channels = {channel};
                Pose alone = none;
                ClipSampler(one).sample(time, alone);
                const Transform &a = all.joints[channel.target], &b = alone.joints[channel.target];
                if (channel.path == Channel::Path::rotation) {
                    ASSERT_EQ(a.rotation, b.rotation) << channel.target << " at " << time;
                    ASSERT_NE(a.rotation, Transform().rotation);
                } else {
                    ASSERT_EQ(a.translation, b.translation) << channel.target << " at " << time;
                }
            }
        }
    });
}

TEST(Sample, ATimeJustBeforeTheStartAndTheEndAreTheLastKeys) {
    const Clip clip = clipOf(Path::translation, Interpolation::linear, 3, {0, 1, 2}, kThreeKeys);
    EXPECT_EQ(wrapTime(clip, -1e-12), 2);
    EXPECT_EQ(wrapTime(clip, kClipEnd), 2);
}

TEST(Sample, AStepIsHeldBeforeItsFirstKey) {
    const Clip clip = clipOf(Path::translation, Interpolation::step, 3, {1, 2, 3}, kThreeKeys);
    EXPECT_EQ(translationX(clip, 0), 10);
}

}  // namespace
}  // namespace sinew
