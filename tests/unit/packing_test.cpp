// The octahedral packing's error bound.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/posed.h"

namespace sinew {
namespace {

// Evenly spread directions: a Fibonacci sphere.
glm::vec3 direction(int i, int count) {
    const double z = 1 - 2 * (i + 0.5) / count;
    const double radius = std::sqrt(1 - z * z);
    const double angle = i * 2.399963229728653;
    return glm::vec3(radius * std::cos(angle), radius * std::sin(angle), z);
}

TEST(Packing, NormalsAreExactToFourThousandthsOfADegree) {
    constexpr int kCount = 200000;
    double largest = 0;
    for (int i = 0; i < kCount; ++i) {
        const glm::vec3 n = direction(i, kCount);
        const glm::vec3 back = gpu::unpackUnit(gpu::packUnit(n * 7.0f));
        largest = std::max(largest, test::degreesBetween(n, back));
    }
    EXPECT_LT(largest, 0.004);
    EXPECT_GT(largest, 0.0001);
}

TEST(Packing, TangentsLoseAtMostAsMuchAgainAndKeepTheirSign) {
    constexpr int kCount = 200000;
    double largest = 0;
    for (int i = 0; i < kCount; ++i) {
        const glm::vec3 t = direction(i, kCount);
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        const glm::vec4 back = gpu::unpackTangent(gpu::packTangent(t, sign));
        largest = std::max(largest, test::degreesBetween(t, glm::vec3(back)));
        ASSERT_EQ(back.w, sign);
    }
    EXPECT_LT(largest, 0.008);
}

TEST(Packing, AxesAndZeroComeBackFinite) {
    for (const glm::vec3& axis : {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 1, 0),
                                  glm::vec3(0, -1, 0), glm::vec3(0, 0, 1), glm::vec3(0, 0, -1)}) {
        EXPECT_NEAR(test::degreesBetween(axis, gpu::unpackUnit(gpu::packUnit(axis))), 0, 0.004);
    }
    EXPECT_EQ(gpu::unpackUnit(gpu::packUnit(glm::vec3(0))), glm::vec3(0, 0, 1));
}

}  // namespace
}  // namespace sinew
