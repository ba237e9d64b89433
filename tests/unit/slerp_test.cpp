// Slerp in lanes against slerp in double, for every number of pairs.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <random>

#include "skinning/animation/slerp.h"

namespace sinew {
namespace {

glm::dquat quatAt(const float* v) {
    return {v[3], v[0], v[1], v[2]};
}

void setPair(SlerpPairs& pairs, uint32_t i, const glm::dquat& from, const glm::dquat& to, float t) {
    const glm::quat a(from), b(to);
    const float values[2][4] = {{a.x, a.y, a.z, a.w}, {b.x, b.y, b.z, b.w}};
    std::copy(values[0], values[0] + 4, pairs.from + 4 * i);
    std::copy(values[1], values[1] + 4, pairs.to + 4 * i);
    pairs.fraction[i] = t;
}

glm::dquat exactly(const SlerpPairs& pairs, uint32_t i) {
    const glm::dquat a = glm::normalize(quatAt(pairs.from + 4 * i));
    glm::dquat b = glm::normalize(quatAt(pairs.to + 4 * i));
    if (glm::dot(a, b) < 0) b = -b;
    const double chord = glm::length(a - b);  // acos would lose what is near 1
    const double angle = 2 * std::asin(chord / 2), t = pairs.fraction[i];
    if (angle < 1e-12) return a;
    return (a * std::sin((1 - t) * angle) + b * std::sin(t * angle)) / std::sin(angle);
}

double distance(const glm::dquat& a, const glm::dquat& b) {
    return glm::length(a - b);
}

struct Turn {
    glm::dquat from, to;
};

/// Two quaternions `angle` apart, in a random place.
Turn turn(std::mt19937& random, double angle) {
    std::normal_distribution<double> normal;
    const auto any = [&] {
        return glm::normalize(
            glm::dquat(normal(random), normal(random), normal(random), normal(random)));
    };
    const glm::dquat from = any(), other = any();
    const glm::dquat across = glm::normalize(other - from * glm::dot(from, other));
    return {from, from * std::cos(angle) + across * std::sin(angle)};
}

TEST(Slerp, IsThatOfDoublesAtEveryAngleAndOnBothSides) {
    constexpr double kRightAngle = 1.5707963267948966;
    std::mt19937 random(1);
    double worst = 0;
    for (int a = 0; a <= 400; ++a) {
        // 1e-8 to a right angle, and just short of it, where the short way is still one
        const double angle =
            a < 200 ? kRightAngle * std::pow(10.0, -8 + 0.04 * a) : kRightAngle * (a - 200) / 200.5;
        SlerpPairs pairs;
        for (; pairs.count < SlerpPairs::kMost; ++pairs.count) {
            Turn way = turn(random, angle);
            if (pairs.count % 2 == 1) way.to = -way.to;
            setPair(pairs, pairs.count, way.from, way.to,
                    static_cast<float>(pairs.count) / (SlerpPairs::kMost - 1));
        }
        std::vector<glm::dquat> expected;
        for (uint32_t i = 0; i < pairs.count; ++i) expected.push_back(exactly(pairs, i));
        slerp(pairs);
        for (uint32_t i = 0; i < pairs.count; ++i) {
            worst = std::max(worst, distance(quatAt(pairs.from + 4 * i), expected[i]));
        }
    }
    RecordProperty("worst", std::to_string(worst * 1e9) + "e-9");
    EXPECT_LT(worst, 3e-7);  // five units in the last place
}

TEST(Slerp, EveryPairIsDoneForEveryCount) {
    std::mt19937 random(2);
    for (uint32_t count = 0; count <= SlerpPairs::kMost; ++count) {
        SlerpPairs pairs;
        std::vector<glm::dquat> expected;
        for (; pairs.count < count; ++pairs.count) {
            const Turn way = turn(random, 0.9);
            setPair(pairs, pairs.count, way.from, way.to, 0.25f);
            expected.push_back(exactly(pairs, pairs.count));
        }
        slerp(pairs);
        for (uint32_t i = 0; i < count; ++i) {
            EXPECT_LT(distance(quatAt(pairs.from + 4 * i), expected[i]), 3e-7) << i << "/" << count;
        }
    }
}

TEST(Slerp, BetweenEqualQuaternionsNothingMoves) {
    SlerpPairs pairs;
    for (; pairs.count < SlerpPairs::kMost; ++pairs.count) {
        const auto t = static_cast<float>(pairs.count) / SlerpPairs::kMost;
        setPair(
            pairs, pairs.count, {0.5, 0.5, -0.5, 0.5},
            pairs.count % 2 ? glm::dquat{0.5, 0.5, -0.5, 0.5} : glm::dquat{-0.5, -0.5, 0.5, -0.5},
            t);
    }
    slerp(pairs);
    for (uint32_t i = 0; i < pairs.count; ++i) {
        EXPECT_LT(distance(quatAt(pairs.from + 4 * i), {0.5, 0.5, -0.5, 0.5}), 7e-8) << i;
    }
}

}  // namespace
}  // namespace sinew
