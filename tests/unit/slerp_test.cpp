// Slerp in lanes against slerp in double, for every number of rotations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
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
    const double angle = 2 * std::asin(glm::length(a - b) / 2);  // acos would lose what is near 1
    if (angle < 1e-12) return a;
    return (a * std::sin((1 - t) * angle) + b * std::sin(t * angle)) / std::sin(angle);
}

glm::dquat anyRotation(std::mt19937& random) {
    std::normal_distribution<double> normal;
    return glm::normalize(
        glm::dquat(normal(random), normal(random), normal(random), normal(random)));
}

/// `from`, unit length, turned by `angle` in a random direction, on the sphere of quaternions.
glm::quat turned(std::mt19937& random, const glm::quat& from, double angle) {
    const glm::dquat a = glm::normalize(glm::dquat(from)), other = anyRotation(random);
    const glm::dquat across = glm::normalize(other - a * glm::dot(a, other));
    return glm::quat(a * std::cos(angle) + across * std::sin(angle));
}

/// Rotations of every other joint, the last joint first.
class Turning {
public:
    Turning(size_t count, size_t keys)
        : keys_(keys), channels_(count), values_(4 * keys * count), joints_(2 * count) {
        for (size_t i = 0; i < count; ++i) {
            channels_[i] = {.path = Channel::Path::rotation,
                            .target = static_cast<uint32_t>(2 * (count - 1 - i)),
                            .width = 4,
                            .keyCount = static_cast<uint32_t>(keys),
                            .firstValue = static_cast<uint32_t>(4 * keys * i)};
        }
    }
    void set(size_t rotation, size_t key, const glm::quat& q) {
        float* to = &values_[channels_[rotation].firstValue + 4 * key];
        to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
    }
    /// The largest distance from what it should be, at several places behind `key`; of joints that
    /// do not turn too.
    double worst(uint32_t key) {
        const LinearRotations rotations(channels_, values_);
        double worst = 0;
        for (const float t : kFractions) {
            std::fill(joints_.begin(), joints_.end(), Transform{});
            rotations.slerp(key, t, joints_);
            for (size_t i = 0; i < channels_.size(); ++i) {
                const glm::quat& turns = joints_[channels_[i].target].rotation;
                const glm::quat& stays = joints_[channels_[i].target + 1].rotation;
                const glm::dquat expected = exactly(at(i, key), at(i, key + 1), double{t});
                worst = std::max({worst, glm::length(glm::dquat(turns) - expected),
                                  double{glm::length(stays - Transform{}.rotation)}});
            }
        }
        return worst;
    }
    size_t keys() const { return keys_; }

private:
    glm::quat at(size_t rotation, size_t key) const {
        const float* v = &values_[channels_[rotation].firstValue + 4 * key];
        return {v[3], v[0], v[1], v[2]};
    }

    size_t keys_;
    std::vector<Channel> channels_;
    std::vector<float> values_;
    std::vector<Transform> joints_;
};

constexpr double kFiveUnits = 3e-7;  // in the last place of a float

TEST(Slerp, IsThatOfDoublesAtEveryAngleAndOnBothSides) {
    constexpr double kRightAngle = 1.5707963267948966;
    constexpr size_t kRotations = 16;
    std::mt19937 random(1);
    for (int a = 0; a <= 400; ++a) {
        // 1e-8 to a right angle, and just short of it, where the short way is still one
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
            Turning turning(count, 3);
            for (size_t i = 0; i < count; ++i) {
                glm::quat q(anyRotation(random));
                for (size_t key = 0; key < turning.keys(); ++key) {
                    turning.set(i, key, q);
                    q = turned(random, q, 0.9);
                }
            }
            EXPECT_LT(turning.worst(0), kFiveUnits) << count;
            EXPECT_LT(turning.worst(1), kFiveUnits) << count;
        }
    });
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
