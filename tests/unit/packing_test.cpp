// The octahedral packing's error bound.
#include <gtest/gtest.h>

#include <cmath>

#include "shaders/shared/vertex.h"
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

constexpr int kDirections = 200000;

TEST(Packing, DirectionsStayWithinThousandthsOfADegreeAndTangentsKeepTheirSign) {
    double normal = 0, tangent = 0;
    for (int i = 0; i < kDirections; ++i) {
        const glm::vec3 n = direction(i, kDirections);
        const float sign = i % 2 == 0 ? 1.0f : -1.0f;
        const glm::vec4 back = gpu::unpackTangent(gpu::packTangent(n, sign));
        const glm::vec3 normalBack = gpu::unpackUnit(gpu::packUnit(n * 7.0f));
        normal = std::max(normal, test::degreesBetween(n, normalBack));
        tangent = std::max(tangent, test::degreesBetween(n, glm::vec3(back)));
        ASSERT_EQ(back.w, sign);
    }
    EXPECT_LT(normal, 0.004);
    EXPECT_GT(normal, 0.0001);
    EXPECT_LT(tangent, 0.008);
}

TEST(Packing, CompactDirectionsStayWithinTheirBoundAndKeepTheirSign) {
    double normal = 0, tangent = 0;
    for (int i = 0; i < kDirections; ++i) {
        const glm::vec3 n = direction(i, kDirections),
                        t = direction(kDirections - 1 - i, kDirections);
        const float sign = i % 3 == 0 ? 1.0f : -1.0f;
        const gpu::CompactVertex packed =
            gpu::packCompact(glm::vec3(0.5f), 3.0f * n, 5.0f * t, sign);
        const glm::vec4 back = gpu::unpackCompactTangent(packed);
        normal = std::max(normal, test::degreesBetween(n, gpu::unpackCompactNormal(packed)));
        tangent = std::max(tangent, test::degreesBetween(t, glm::vec3(back)));
        ASSERT_EQ(back.w, sign);
    }
    EXPECT_LT(normal, 0.06);
    EXPECT_GT(normal, 0.03);
    EXPECT_LT(tangent, 0.1);
    EXPECT_GT(tangent, 0.05);
}

TEST(Packing, CompactPositionsAreWithinHalfAStepAndRoundingOfTheBox) {
    for (int i = 0; i <= 100000; ++i) {
        const float x = static_cast<float>(i) / 100000;
        const gpu::CompactVertex packed =
            gpu::packCompact({x, 1 - x, x * x}, {0, 0, 1}, {1, 0, 0}, 1);
        const glm::vec3 back = gpu::unpackCompactPosition(packed);
        ASSERT_NEAR(back.x, x, 0.51 / 65535);
        ASSERT_NEAR(back.y, 1 - x, 0.51 / 65535);
        ASSERT_NEAR(back.z, x * x, 0.51 / 65535);
    }
}

TEST(Packing, CompactPositionsOutsideTheBoxAreHeldAtItsSides) {
    const gpu::CompactVertex packed =
        gpu::packCompact({-1e30f, 1e30f, std::nanf("")}, {0, 0, 1}, {1, 0, 0}, 1);
    EXPECT_EQ(gpu::unpackCompactPosition(packed), glm::vec3(0, 1, 1));
}

TEST(Packing, CompactFieldsLieWhereTheFormatSays) {
    // Only the normal's y and the tangent's x are at their largest: 2047 is 0x7ff.
    const gpu::CompactVertex packed = gpu::packCompact({0, 1, 0}, {0, 1, 0}, {1, 0, 0}, -1);
    EXPECT_EQ(packed.a, 0xffff0000u);
    EXPECT_EQ(packed.b, 0xf000u << 16);
    EXPECT_EQ(packed.c, 0x7fu | (0x7ffu << 8) | 0x80000000u);
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
