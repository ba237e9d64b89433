// Sampling finds the keys of many uneven sets. The torture set has hand-computed values.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "skinning/animation/sample.h"
#include "skinning/packing/key_table.h"
#include "tests/keyed.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

using Interpolation = Channel::Interpolation;

Pose sampled(const Clip& clip, float time) {
    Pose pose{.joints = std::vector<Transform>(1), .morphWeights = std::vector<float>(2, 9.0f)};
    ClipSampler(clip).sample(time, pose);
    return pose;
}

float translationX(const Clip& clip, float time) {
    return sampled(clip, time).joints[0].translation.x;
}

const std::vector<float> kThreeKeys = {10, 0, 0, 20, 0, 0, 40, 0, 0};

/// Key sets with 1 to 40 rotations, then many with three, each of other joints. A translation with
/// the same keys follows some rotations. Some channels are STEP.
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
    const Clip clip = test::keyed("", {}, {0, 1, 2}, kThreeKeys);
    EXPECT_EQ(wrapTime(clip, -1e-12), 2);
    EXPECT_EQ(wrapTime(clip, kClipEnd), 2);
}

TEST(Sample, AStepIsConstantBeforeItsFirstKey) {
    const Clip clip =
        test::keyed("", {.interpolation = Interpolation::step}, {1, 2, 3}, kThreeKeys);
    EXPECT_EQ(translationX(clip, 0), 10);
}

/// Key sets with one key, with even keys, with keys crowded at one end, and with a late first key.
class Sets {
public:
    explicit Sets(uint32_t seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> unit;
        for (const size_t count : {1u, 2u, 3u, 9u, 40u, 41u, 300u, 2000u}) {
            const float crowding = 0.5f + 3 * unit(random), start = 2 * unit(random) - 1;
            std::vector<float>& set = times_.emplace_back();
            for (size_t k = 0; k < count; ++k) {
                const float share = static_cast<float>(k) / static_cast<float>(count);
                set.push_back(std::max(start, 0.0f) + 7 * std::pow(share, crowding));
                if (k > 0) set[k] = std::max(set[k], std::nextafter(set[k - 1], 100.0f));
            }
        }
        for (const auto& set : times_) spans_.emplace_back(set);
    }
    const KeyTimes& all() const { return spans_; }

private:
    std::vector<std::vector<float>> times_;
    KeyTimes spans_;
};

void expectFound(const KeyTable& table, const KeyTimes& sets, float time) {
    for (size_t s = 0; s < sets.size(); ++s) {
        const std::span<const float> times = sets[s];
        size_t key = 0;
        while (key + 1 < times.size() && times[key + 1] <= time) ++key;
        const KeyPosition at = table.locate(s, table.stepOf(time), time);
        ASSERT_EQ(at.key, key) << "set " << s << " at " << time;
        if (key + 1 == times.size() || time <= times[key]) {
            ASSERT_EQ(at.fraction, 0) << "set " << s << " at " << time;
            continue;
        }
        const double seconds = double{times[key + 1]} - times[key];
        ASSERT_NEAR(at.fraction, (double{time} - times[key]) / seconds, 3e-7);
        ASSERT_NEAR(at.seconds, seconds, 1e-7 * seconds);
    }
}

TEST(KeyTable, FindsTheKeyOfEverySetAtEveryTime) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> unit;
    for (uint32_t seed = 0; seed < 20; ++seed) {
        const Sets sets(seed);
        const KeyTable table(sets.all());
        for (int i = 0; i < 500; ++i) expectFound(table, sets.all(), 9 * unit(random));
        if (testing::Test::HasFailure()) return;
    }
}

TEST(KeyTable, AKeyBeginsAtItsTimeAndNotBefore) {
    const Sets sets(3);
    const KeyTable table(sets.all());
    for (const std::span<const float> set : sets.all()) {
        for (const float time : set) {
            for (const float t :
                 {std::nextafter(time, -1.0f), time, std::nextafter(time, 100.0f)}) {
                expectFound(table, sets.all(), std::max(t, 0.0f));
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
}

TEST(KeyTable, HoldsBeforeTheFirstKeyAndBehindTheLast) {
    const std::vector<float> late{2, 3, 4}, single{1}, zero{0};
    const KeyTimes sets{late, single, zero};
    const KeyTable table(sets);
    for (const float time : {-1.0f, 0.0f, 0.5f, 1.9f, 4.0f, 5.0f, 1e30f}) {
        expectFound(table, sets, time);
    }
}

TEST(KeyTable, KeysThatAreNextToEachOtherHaveNoShareThatIsNotANumber) {
    const std::vector<float> times{0.0f, std::numeric_limits<float>::denorm_min(), 1.0f};
    const KeyTable table(KeyTimes{times});
    for (const float time : {0.0f, times[1], 0.5f, 1.0f}) {
        const KeyPosition at = table.locate(0, table.stepOf(time), time);
        EXPECT_GE(at.fraction, 0) << time;
        EXPECT_LE(at.fraction, 1) << time;
    }
}

}  // namespace
}  // namespace sinew
