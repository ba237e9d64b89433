// Slerp in lanes against slerp in double, for every number of turns.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <random>

#include "skinning/animation/slerp.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

glm::dquat quatAt(const float* v) {
    return {v[3], v[0], v[1], v[2]};
}

/// Turns with keys and results of their own.
struct Slerped {
    float keys[Turns::kMost][8];
    float results[Turns::kMost][4];
    Turns turns;

    void add(const glm::dquat& from, const glm::dquat& to, float t) {
        const uint32_t i = turns.count++;
        const glm::quat a(from), b(to);
        const float values[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        std::copy(values, values + 8, keys[i]);
        turns.keys[i] = keys[i];
        turns.results[i] = results[i];
        turns.fractions[i] = t;
    }
};

glm::dquat exactly(const float* keys, double t) {
    const glm::dquat a = glm::normalize(quatAt(keys));
    glm::dquat b = glm::normalize(quatAt(keys + 4));
    if (glm::dot(a, b) < 0) b = -b;
    const double angle = 2 * std::asin(glm::length(a - b) / 2);  // acos would lose what is near 1
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

double worstOf(Slerped& held) {
    slerp(held.turns);
    double worst = 0;
    for (uint32_t i = 0; i < held.turns.count; ++i) {
        const glm::dquat expected = exactly(held.keys[i], held.turns.fractions[i]);
        worst = std::max(worst, distance(quatAt(held.results[i]), expected));
    }
    return worst;
}

constexpr double kFiveUnits = 3e-7;  // in the last place of a float

TEST(Slerp, IsThatOfDoublesAtEveryAngleAndOnBothSides) {
    constexpr double kRightAngle = 1.5707963267948966;
    std::mt19937 random(1);
    for (int a = 0; a <= 400; ++a) {
        // 1e-8 to a right angle, and just short of it, where the short way is still one
        const double angle =
            a < 200 ? kRightAngle * std::pow(10.0, -8 + 0.04 * a) : kRightAngle * (a - 200) / 200.5;
        Slerped held;
        while (held.turns.count < Turns::kMost) {
            const Turn way = turn(random, angle);
            const uint32_t i = held.turns.count;
            held.add(way.from, i % 2 ? -way.to : way.to,
                     static_cast<float>(i) / (Turns::kMost - 1));
        }
        EXPECT_LT(worstOf(held), kFiveUnits) << angle;
    }
}

TEST(Slerp, EveryTurnIsDoneForEveryCountOnEveryInstructionSet) {
    test::onEveryInstructionSet([] {
        std::mt19937 random(2);
        for (uint32_t count = 0; count <= Turns::kMost; ++count) {
            Slerped held{};
            while (held.turns.count < count) {
                const Turn way = turn(random, 0.9);
                held.add(way.from, way.to, 0.25f);
            }
            EXPECT_LT(worstOf(held), kFiveUnits) << count;
        }
    });
}

TEST(Slerp, BetweenEqualQuaternionsNothingMoves) {
    const glm::dquat q(0.5, 0.5, -0.5, 0.5);
    Slerped held;
    while (held.turns.count < Turns::kMost) {
        const uint32_t i = held.turns.count;
        held.add(q, i % 2 ? -q : q, static_cast<float>(i) / Turns::kMost);
    }
    EXPECT_LT(worstOf(held), 7e-8);
}

}  // namespace
}  // namespace sinew
