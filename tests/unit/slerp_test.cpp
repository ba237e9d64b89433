// SIMD slerp agrees with slerp in double precision, for every number of rotations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <random>

#include "skinning/animation/slerp.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

constexpr float kFractions[] = {0.0f, 0.015625f, 0.25f, 0.4999f, 0.75f, 0.99f, 1.0f};

glm::dquat exactly(const glm::quat& from, const glm::quat& to, double t) {
    const glm::dquat a = glm::normalize(glm::dquat(from));
    glm::dquat b = glm::normalize(glm::dquat(to));
    if (glm::dot(a, b) < 0) b = -b;
    const double angle = 2 * std::asin(glm::length(a - b) / 2);  // acos is inexact near 1
    if (angle < 1e-12) return a;
    return (a * std::sin((1 - t) * angle) + b * std::sin(t * angle)) / std::sin(angle);
}

glm::dquat anyRotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    return glm::normalize(
        glm::dquat(normal(random), normal(random), normal(random), normal(random)));
}

/// Turns unit quaternion `from` by `angle` along a random great circle of the unit quaternions.
glm::quat turned(std::mt19937& random, const glm::quat& from, double angle) {
    const glm::dquat a = glm::normalize(glm::dquat(from)), other = anyRotation(random);
    const glm::dquat across = glm::normalize(other - a * glm::dot(a, other));
    return glm::quat(a * std::cos(angle) + across * std::sin(angle));
}

/// Rotates every second joint, in reverse order of joints.
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
            for (size_t key = 0; key < keys; ++key) {  // rotation i is i + 1 times slower
                clip_.times.push_back(static_cast<float>((key + 1) * (i + 1)));
            }
        }
    }
    void set(size_t rotation, size_t key, const glm::quat& q) {
        float* to = &clip_.values[clip_.channels[rotation].firstValue + 4 * key];
        to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
    }
    /// The largest error at several times after `key`, with shared keys. Includes joints without
    /// rotations.
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
    /// The largest error at `seconds`, with separate keys.
    double worstLoneAt(float seconds) {
        clear();
        LoneRotations(clip_.channels, clip_).slerp(seconds, joints_);
        return worstOf([&](size_t i) {
            const double position = double{seconds} / static_cast<double>(i + 1) - 1;
            const double clamped = std::clamp(position, 0.0, static_cast<double>(keys_ - 1));
            const auto key = std::min(static_cast<size_t>(clamped), keys_ - 2);
            return exactly(at(i, key), at(i, key + 1), clamped - static_cast<double>(key));
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

/// Each key is turned by `angle` from the preceding one.
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

constexpr double kFiveUnits = 3e-7;  // five units in the last place of a float

TEST(Slerp, IsThatOfDoublesAtEveryAngleAndOnBothSides) {
    constexpr double kRightAngle = 1.5707963267948966;
    constexpr size_t kRotations = 16;
    std::mt19937 random(1);
    for (int a = 0; a <= 400; ++a) {
        // Angles from 1e-8 to almost a right angle of quaternions, beyond which the other arc is
        // shorter.
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

TEST(Slerp, EveryRotationIsDoneForEveryCountAndKeyOnEveryInstructionSet) {
    test::onEveryInstructionSet([] {
        std::mt19937 random(2);
        for (size_t count = 1; count <= 40; ++count) {
            Turning turning = turningBy(random, 0.9, count, 3);
            EXPECT_LT(turning.worst(0), kFiveUnits) << count;
            EXPECT_LT(turning.worst(1), kFiveUnits) << count;
        }
    });
}

TEST(Slerp, RotationsWithKeysOfTheirOwnFindThemOnEveryInstructionSet) {
    test::onEveryInstructionSet([] {
        std::mt19937 random(5);
        for (size_t count = 1; count <= 40; ++count) {
            Turning turning = turningBy(random, 0.9, count, 4);
            const float end = static_cast<float>(4 * count);
            for (const float share : {0.0f, 0.01f, 0.1f, 0.23f, 0.37f, 0.5f, 0.81f, 0.99f, 1.2f}) {
                // The error of the fraction is three units, times an angle of 0.9.
                EXPECT_LT(turning.worstLoneAt(share * end), 2 * kFiveUnits)
                    << count << ' ' << share;
            }
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
