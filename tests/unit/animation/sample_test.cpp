// Sampling of many and uneven keys, the table that finds keys, and SIMD slerp compared with slerp
// in double precision. The torture set has hand-computed values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <random>

#include "skinning/animation/sample.h"
#include "skinning/animation/slerp.h"
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

/// Returns a clip of 80 key sets, each with three key times. Set i animates i rotations up to i =
/// 40, then three, all of different joints. Some rotations are followed by a translation with the
/// same keys. Some channels are STEP.
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

/// Sets of 1 to 2,000 key times. The keys are crowded at one end, and the first key of some sets is
/// late.
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

constexpr float kFractions[] = {0.0f, 0.015625f, 0.25f, 0.4999f, 0.75f, 0.99f, 1.0f};

glm::dquat exactly(const glm::quat& from, const glm::quat& to, double t) {
    const glm::dquat a = glm::normalize(glm::dquat(from));
    glm::dquat b = glm::normalize(glm::dquat(to));
    if (glm::dot(a, b) < 0) b = -b;
    // acos() would be inaccurate near 1, for small angles.
    const double angle = 2 * std::asin(glm::length(a - b) / 2);
    if (angle < 1e-12) return a;
    return (a * std::sin((1 - t) * angle) + b * std::sin(t * angle)) / std::sin(angle);
}

glm::dquat anyRotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    return glm::normalize(
        glm::dquat(normal(random), normal(random), normal(random), normal(random)));
}

/// Returns the unit quaternion `from`, turned by `angle` radians in a random direction on the
/// sphere of quaternions.
glm::quat turned(std::mt19937& random, const glm::quat& from, double angle) {
    const glm::dquat a = glm::normalize(glm::dquat(from)), other = anyRotation(random);
    const glm::dquat across = glm::normalize(other - a * glm::dot(a, other));
    return glm::quat(a * std::cos(angle) + across * std::sin(angle));
}

/// A clip that rotates every other joint, the last joint first.
class Turning {
public:
    Turning(size_t count, size_t keys) : keys_(keys), joints_(2 * count) {
        clip_.values.resize(4 * keys * count);
        for (size_t i = 0; i < count; ++i) {
            clip_.channels.push_back({.path = Channel::Path::rotation,
                                      .target = static_cast<uint32_t>(2 * (count - 1 - i)),
                                      .width = 4,
                                      .firstKey = static_cast<uint32_t>(keys * i),
                                      .keyCount = static_cast<uint32_t>(keys),
                                      .firstValue = static_cast<uint32_t>(4 * keys * i)});
            // The key times of rotation i are multiplied by i + 1.
            for (size_t key = 0; key < keys; ++key) {
                clip_.times.push_back(static_cast<float>((key + 1) * (i + 1)));
            }
        }
    }
    void set(size_t rotation, size_t key, const glm::quat& q) {
        float* to = &clip_.values[clip_.channels[rotation].firstValue + 4 * key];
        to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
    }
    /// Returns the largest error of LinearRotations at several fractions after `key`, which all
    /// rotations share. It includes joints without a rotation, which must not change.
    double worst(uint32_t key) {
        const LinearRotations rotations(clip_.channels, clip_.values);
        double worst = 0;
        for (const float t : kFractions) {
            clear();
            rotations.slerp(key, t, joints_);
            worst = std::max(worst, worstOf([&](size_t i) {
                                 return exactly(at(i, key), at(i, key + 1), double{t});
                             }));
        }
        return worst;
    }
    /// Returns the largest error of LoneRotations at a time. Here each rotation has key times of
    /// its own.
    double worstLoneAt(float seconds) {
        clear();
        LoneRotations(clip_.channels, clip_).slerp(seconds, joints_);
        return worstOf([&](size_t i) {
            const double place = double{seconds} / static_cast<double>(i + 1) - 1;
            const double held = std::clamp(place, 0.0, static_cast<double>(keys_ - 1));
            const auto key = std::min(static_cast<size_t>(held), keys_ - 2);
            return exactly(at(i, key), at(i, key + 1), held - static_cast<double>(key));
        });
    }
    glm::quat loneAt(size_t rotation, float seconds) {
        clear();
        LoneRotations(clip_.channels, clip_).slerp(seconds, joints_);
        return joints_[clip_.channels[rotation].target].rotation;
    }
    glm::quat at(size_t rotation, size_t key) const {
        const float* v = &clip_.values[clip_.channels[rotation].firstValue + 4 * key];
        return {v[3], v[0], v[1], v[2]};
    }
    size_t keys() const { return keys_; }
    size_t count() const { return clip_.channels.size(); }

private:
    void clear() { std::fill(joints_.begin(), joints_.end(), Transform{}); }
    template <class Expected>
    double worstOf(const Expected& expected) const {
        double worst = 0;
        for (size_t i = 0; i < count(); ++i) {
            const uint32_t joint = clip_.channels[i].target;
            const glm::quat &turns = joints_[joint].rotation, &stays = joints_[joint + 1].rotation;
            const glm::dquat found(turns), wanted = expected(i);
            // q and -q are the same rotation.
            const double off = std::min(glm::length(found - wanted), glm::length(found + wanted)) +
                               double{glm::length(stays - Transform{}.rotation)};
            worst =
                std::max(worst, std::isnan(off) ? std::numeric_limits<double>::infinity() : off);
        }
        return worst;
    }

    size_t keys_;
    Clip clip_;
    std::vector<Transform> joints_;
};

/// Returns rotations in which each key is turned by `angle` radians from the preceding key.
Turning turningBy(std::mt19937& random, double angle, size_t count, size_t keys) {
    Turning turning(count, keys);
    for (size_t i = 0; i < count; ++i) {
        glm::quat q(anyRotation(random));
        for (size_t key = 0; key < keys; ++key) {
            turning.set(i, key, (i + key) % 3 == 0 ? -q : q);
            q = turned(random, q, angle);
        }
    }
    return turning;
}

constexpr double kFiveUnits = 3e-7;  // units in the last place, for floats in [0.5, 1)

TEST(Slerp, IsThatOfDoublesAtEveryAngleAndOnBothSides) {
    constexpr double kRightAngle = 1.5707963267948966;
    constexpr size_t kRotations = 16;
    std::mt19937 random(1);
    for (int a = 0; a <= 400; ++a) {
        // The first 200 angles are log-spaced, from 1e-8 right angles on. The other angles are
        // evenly spaced and end just below a right angle, at which both arcs would be equally long.
        const double angle =
            a < 200 ? kRightAngle * std::pow(10.0, -8 + 0.04 * a) : kRightAngle * (a - 200) / 200.5;
        Turning turning(kRotations, 2);
        for (size_t i = 0; i < kRotations; ++i) {
            const glm::quat from(anyRotation(random));
            const glm::quat to = turned(random, from, angle);
            turning.set(i, 0, from);
            turning.set(i, 1, i % 2 ? -to : to);
        }
        EXPECT_LT(turning.worst(0), kFiveUnits) << angle;
    }
}

/// Calls `expect(turning, count)` for each `count` from 1 to 40, on every instruction set.
/// `turning` is a clip of `count` rotations with `keys` keys each.
template <typename Expect>
void withEveryCount(uint32_t seed, size_t keys, const Expect& expect) {
    test::onEveryInstructionSet([&] {
        std::mt19937 random(seed);
        for (size_t count = 1; count <= 40; ++count) {
            Turning turning = turningBy(random, 0.9, count, keys);
            expect(turning, count);
        }
    });
}

TEST(Slerp, EveryRotationIsDoneForEveryCountAndKeyOnEveryInstructionSet) {
    withEveryCount(2, 3, [](Turning& turning, size_t count) {
        EXPECT_LT(turning.worst(0), kFiveUnits) << count;
        EXPECT_LT(turning.worst(1), kFiveUnits) << count;
    });
}

TEST(Slerp, RotationsWithKeysOfTheirOwnFindThemOnEveryInstructionSet) {
    withEveryCount(5, 4, [](Turning& turning, size_t count) {
        const float end = static_cast<float>(4 * count);
        for (const float share : {0.0f, 0.01f, 0.1f, 0.23f, 0.37f, 0.5f, 0.81f, 0.99f, 1.2f}) {
            // The slerp fraction may be off by three units in the last place. Adjacent keys are 0.9
            // radians apart, so this adds an error of up to 0.9 * 3 units. So the limit is doubled.
            EXPECT_LT(turning.worstLoneAt(share * end), 2 * kFiveUnits) << count << ' ' << share;
        }
    });
}

TEST(Slerp, RotationsWithKeysOfTheirOwnAreExactAtThemAndOutsideOfThem) {
    std::mt19937 random(6);
    Turning turning = turningBy(random, 1.1, 11, 3);
    for (size_t i = 0; i < turning.count(); ++i) {
        const auto slow = static_cast<float>(i + 1);
        EXPECT_EQ(turning.loneAt(i, 0.5f * slow), turning.at(i, 0)) << i;
        for (size_t key = 0; key < turning.keys(); ++key) {
            EXPECT_EQ(turning.loneAt(i, static_cast<float>(key + 1) * slow), turning.at(i, key))
                << i;
        }
        EXPECT_EQ(turning.loneAt(i, 4 * slow), turning.at(i, 2)) << i;
    }
}

TEST(Slerp, BetweenEqualQuaternionsNothingMoves) {
    const glm::quat q(0.5f, 0.5f, -0.5f, 0.5f);
    Turning turning(16, 2);
    for (size_t i = 0; i < 16; ++i) {
        turning.set(i, 0, q);
        turning.set(i, 1, i % 2 ? -q : q);
    }
    EXPECT_LT(turning.worst(0), 7e-8);
}

}  // namespace
}  // namespace sinew
