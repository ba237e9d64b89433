// The palettes that the cpu method writes agree with take_apart.h, bind by bind.
#include "skinning/cpu/palette_planes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "skinning/animation/affine.h"
#include "skinning/cpu/skin_kernel.h"
#include "skinning/cpu/take_apart.h"
#include "tests/unit/instruction_sets.h"

namespace sinew {
namespace {

constexpr float kUnwritten = 1234.5f;
// Number of binds: more than two of the widest SIMD registers, plus a remainder.
constexpr uint32_t kMost = 45;

/// Returns the output of writePlanes() for `binds`. The test fails if it writes beyond the end.
std::vector<float> planesOf(std::span<const Bind> binds, std::span<const gpu::Affine> joints,
                            const SkinSettings& settings) {
    struct alignas(64) Line {
        float values[16];
    };
    const size_t floats = size_t{4} * kernel::planesOf(settings) * binds.size();
    std::vector<Line> lines(floats / 16 + 1);
    float* const begin = lines.front().values;
    std::fill_n(begin + floats, 16, kUnwritten);
    EXPECT_TRUE(kernel::writePlanes(binds, joints, settings, {begin, floats}));
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(begin[floats + i], kUnwritten);
    return {begin, begin + floats};
}

/// Joints of nine kinds in turn: rigid, stretched, mirrored, sheared, flat in each direction, and
/// one of size 0.
struct Joints {
    std::vector<gpu::Affine> matrices;
    std::vector<Bind> binds;

    Joints() {
        std::mt19937 random(5);
        std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
        const auto vector = [&] {
            const float x = unit(random), y = unit(random), z = unit(random);
            return glm::vec3(x, y, z);
        };
        for (uint32_t j = 0; j < kMost; ++j) {
            Transform own{.translation = 3.0f * vector()};
            const glm::vec3 turn = vector();  // large angles
            own.rotation = glm::normalize(glm::quat(unit(random), turn.x, turn.y, turn.z));
            if (j % 9 == 0 && j > 0) {  // half a turn, where w is 0
                own.rotation = {0, 0, 0, 0};
                own.rotation[static_cast<int>(j / 9 % 3)] = 1;
            }
            if (j % 9 == 1) own.scale = {0.5f, 2.0f, 1.5f};
            if (j % 9 == 2) own.scale = {1.0f, -1.2f, 1.0f};
            if (j % 9 == 3) own.scale = {-1e-3f, -1e-3f, -1e-3f};
            gpu::Affine matrix = affineFrom(own);
            const auto shear = [&](int column, int by, float share) {
                for (int r = 0; r < 3; ++r) matrix[r][column] += share * matrix[r][by];
            };
            const auto flatten = [&](int column) {
                for (int r = 0; r < 3; ++r) matrix[r][column] = 0;
            };
            if (j % 9 == 4) shear(1, 0, 0.7f), shear(2, 1, -0.4f);
            if (j % 9 == 5) flatten(0);
            if (j % 9 == 6 || j % 9 == 8) flatten(1);  // the direction of the flattening varies
            if (j % 9 == 7) flatten(2);
            if (j == 17) flatten(0), flatten(1), flatten(2);
            matrices.push_back(matrix);
            // Binds are not in the order of joints, and each bind has a different translation.
            Bind bind{.joint = (j * 7 + 3) % kMost};
            bind.jointFromBind[3] = {j, 0.25f * static_cast<float>(j), -1, 1};
            binds.push_back(bind);
        }
    }
};

void expectClose(const float* actual, std::initializer_list<float> expected, float scale) {
    for (const float value : expected) EXPECT_NEAR(*actual++, value, 4e-6f * scale);
}

float sizeOf(const glm::mat3& m) {
    return 1e-6f + glm::length(m[0]) + glm::length(m[1]) + glm::length(m[2]);
}

void expectPlanes(const float* planes, const gpu::Affine& matrix, const SkinSettings& settings) {
    const bool inverse = settings.normals == Normals::inverseTranspose;
    const glm::mat3 linear = linearPart(matrix);
    const glm::vec3 t(matrix[0].w, matrix[1].w, matrix[2].w);
    const float reach = 1 + glm::length(t);
    if (settings.blend == Blend::linear) {
        for (int c = 0; c < 3; ++c) {
            const glm::vec3& v = linear[c];
            expectClose(planes + 4 * c, {v.x, v.y, v.z, 0.0f}, sizeOf(linear));
        }
        expectClose(planes + 12, {t.x, t.y, t.z, 0.0f}, reach);
        if (!inverse) return;
        const glm::mat3 n = jointNormalMatrix(linear);
        for (int c = 0; c < 3; ++c) {
            expectClose(planes + 16 + 4 * c, {n[c].x, n[c].y, n[c].z, 0.0f}, sizeOf(n));
        }
        return;
    }
    const RigidAndShear parts = takeApart(matrix);
    const glm::mat3& u = parts.shear;
    const glm::quat written(planes[3], planes[0], planes[1], planes[2]);
    // The quaternions q and -q are the same rotation.
    const float side = glm::dot(written, parts.real) < 0 ? -1.0f : 1.0f;
    const glm::quat r = side * parts.real, d = side * parts.dual;
    expectClose(planes, {r.x, r.y, r.z, r.w}, 1);
    expectClose(planes + 4, {d.x, d.y, d.z, d.w}, reach);
    expectClose(planes + 8, {u[0][0], u[1][0], u[2][0], u[1][1], u[2][1], u[2][2], 0.0f, 0.0f},
                sizeOf(linear));
    if (!inverse) return;
    const glm::mat3 n = jointNormalMatrix(u);
    expectClose(planes + 16, {n[0][0], n[0][1], n[0][2], n[1][1], n[1][2], n[2][2], 0.0f, 0.0f},
                sizeOf(n));
}

std::vector<SkinSettings> everyPalette() {
    std::vector<SkinSettings> all;
    for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
        for (const Normals normals : {Normals::cofactor, Normals::inverseTranspose}) {
            all.push_back({.blend = blend, .normals = normals});
        }
    }
    return all;
}

TEST(PalettePlanes, EveryBindOfEveryCountIsTakenApartAsItIsAlone) {
    const Joints joints;
    const std::span<const Bind> binds(joints.binds);
    test::onEveryInstructionSet([&] {
        for (const SkinSettings& settings : everyPalette()) {
            SCOPED_TRACE(static_cast<int>(settings.blend));
            SCOPED_TRACE(static_cast<int>(settings.normals));
            const size_t stride = size_t{4} * kernel::planesOf(settings);
            for (uint32_t count = 1; count <= kMost; ++count) {
                const std::vector<float> planes =
                    planesOf(binds.first(count), joints.matrices, settings);
                for (uint32_t b = 0; b < count; ++b) {
                    SCOPED_TRACE(fmt::format("bind {} of {}", b, count));
                    const gpu::Affine matrix = multiply(joints.matrices[binds[b].joint],
                                                        affineFrom(binds[b].jointFromBind));
                    expectPlanes(planes.data() + b * stride, matrix, settings);
                }
            }
        }
    });
}

// The planes of a bind are bit-identical alone and among other binds. Otherwise seams could open
// where equal binds have different neighbours.
TEST(PalettePlanes, NoBindDependsOnItsNeighbours) {
    const Joints joints;
    const std::span<const Bind> binds(joints.binds);
    test::onEveryInstructionSet([&] {
        for (const SkinSettings& settings : everyPalette()) {
            const size_t stride = size_t{4} * kernel::planesOf(settings);
            const std::vector<float> all = planesOf(binds, joints.matrices, settings);
            for (uint32_t b = 0; b < kMost; ++b) {
                const std::vector<float> alone =
                    planesOf(binds.subspan(b, 1), joints.matrices, settings);
                EXPECT_EQ(std::memcmp(alone.data(), all.data() + b * stride, 4 * stride), 0) << b;
            }
        }
    });
}

TEST(PalettePlanes, AnInfiniteBindIsReportedAndSpoilsNoOther) {
    Joints joints;
    // Bind 19 uses joint 1, whose matrix has no zero: zero times infinity would be NaN.
    const uint32_t bad = 19;
    test::onEveryInstructionSet([&] {
        for (const SkinSettings& settings : everyPalette()) {
            const size_t stride = size_t{4} * kernel::planesOf(settings);
            std::vector<Bind> binds = joints.binds;
            const std::vector<float> before = planesOf(binds, joints.matrices, settings);
            for (int column = 0; column < 4; ++column) {
                binds[bad].jointFromBind = joints.binds[bad].jointFromBind;
                binds[bad].jointFromBind[column][1] = std::numeric_limits<float>::infinity();
                std::vector<float> after(before.size() + 16);
                float* aligned = after.data();
                while (reinterpret_cast<uintptr_t>(aligned) % 16 != 0) ++aligned;
                EXPECT_FALSE(kernel::writePlanes(binds, joints.matrices, settings,
                                                 {aligned, before.size()}));
                for (uint32_t b = 0; b < kMost; ++b) {
                    if (b == bad) continue;
                    EXPECT_EQ(
                        std::memcmp(aligned + b * stride, before.data() + b * stride, 4 * stride),
                        0)
                        << b;
                }
            }
        }
    });
}

}  // namespace
}  // namespace sinew
