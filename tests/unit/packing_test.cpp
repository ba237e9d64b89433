// Packing and unpacking preserves directions, compact vertices, quantized and plain meshes. The
// colour ramp of the difference view has the right colours.
#include <gtest/gtest.h>

#include <cmath>

#include "shaders/shared/colormap.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/bounds/bounds.h"
#include "skinning/model/plain_mesh.h"
#include "skinning/packing/quantized_mesh.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

TEST(Packing, DirectionsStayWithinThousandthsOfADegreeAndTangentsKeepTheirSign) {
    double normal = 0, tangent = 0;
    for (int i = 0; i < 200000; ++i) {
        const glm::vec3 n = test::spreadDirection(i, 200000);
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

TEST(Packing, CompactPositionsAreClampedToTheBox) {
    const gpu::CompactVertex packed =
        gpu::packCompact({-1e30f, 1e30f, std::nanf("")}, {0, 0, 1}, {1, 0, 0}, 1);
    EXPECT_EQ(gpu::unpackCompactPosition(packed), glm::vec3(0, 1, 1));
}

TEST(Packing, CompactFieldsLieWhereTheFormatSays) {
    // The normal's y and the tangent's x have the largest value: 2047, which is 0x7ff.
    const gpu::CompactVertex packed = gpu::packCompact({0, 1, 0}, {0, 1, 0}, {1, 0, 0}, -1);
    EXPECT_EQ(packed.a, 0xffff0000u);
    EXPECT_EQ(packed.b, 0xf000u << 16);
    EXPECT_EQ(packed.c, 0x7fu | (0x7ffu << 8) | 0x80000000u);
}

TEST(Packing, AxesAndZeroAreDecodedFinite) {
    for (const glm::vec3& axis : {glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 1, 0),
                                  glm::vec3(0, -1, 0), glm::vec3(0, 0, 1), glm::vec3(0, 0, -1)}) {
        EXPECT_NEAR(test::degreesBetween(axis, gpu::unpackUnit(gpu::packUnit(axis))), 0, 0.004);
    }
    EXPECT_EQ(gpu::unpackUnit(gpu::packUnit(glm::vec3(0))), glm::vec3(0, 0, 1));
}

float luminance(const glm::vec3& linear) {
    return glm::dot(linear, glm::vec3(0.2126f, 0.7152f, 0.0722f));
}

TEST(Colormap, GetsLighterWithinWhatAScreenShowsSoThatItReadsInGrey) {
    float before = -1;
    for (int i = -10; i <= 1010; ++i) {
        const glm::vec3 color = gpu::differenceColor(static_cast<float>(i) / 1000);
        EXPECT_TRUE(glm::all(glm::greaterThanEqual(color, glm::vec3(0))) &&
                    glm::all(glm::lessThanEqual(color, glm::vec3(1))))
            << i;
        if (i < 0 || i > 1000) continue;
        EXPECT_GT(luminance(color), before) << i;
        before = luminance(color);
    }
}

TEST(Colormap, GivesEveryDecadeTheSameLength) {
    EXPECT_FLOAT_EQ(gpu::differenceScale(0.0f), 0.0f);
    EXPECT_FLOAT_EQ(gpu::differenceScale(SINEW_DIFFERENCE_LEAST), 0.0f);
    EXPECT_NEAR(gpu::differenceScale(1e-7f), 1.0f / 6, 1e-6f);
    EXPECT_NEAR(gpu::differenceScale(1e-5f), 0.5f, 1e-6f);
    EXPECT_NEAR(gpu::differenceScale(SINEW_DIFFERENCE_MOST), 1.0f, 1e-6f);
    EXPECT_FLOAT_EQ(gpu::differenceScale(7.0f), 1.0f);
}

TEST(QuantizedMesh, PositionsAreWithinHalfAStepOfTheBoxAndWithinTheBoxesOfTheirBinds) {
    const Model model = test::randomModel(20, 3000, 4, false);
    const Model stored = asQuantized(model);
    const Geometry& geometry = stored.geometry;
    std::vector<Box> boxes(model.binds.size());
    for (const BindBoxes::Entry& entry : makeBindBoxes(model).entries) {
        boxes[entry.bind] = entry.box;
    }
    const Box box = meshBox(model.geometry);
    const glm::dvec3 step = kQuantizedStep * (glm::dvec3(box.high) - glm::dvec3(box.low));
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        const glm::dvec3 off = glm::abs(glm::dvec3(stored.geometry.positions[v]) -
                                        glm::dvec3(model.geometry.positions[v]));
        ASSERT_TRUE(glm::all(glm::lessThanEqual(off, step))) << v;
        ASSERT_LE(test::degreesBetween(model.geometry.normals[v], stored.geometry.normals[v]),
                  0.06);
        ASSERT_EQ(stored.geometry.tangents[v].w, model.geometry.tangents[v].w);
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            const Box& own = boxes[geometry.influences[i].bind];
            ASSERT_TRUE(glm::all(glm::lessThanEqual(own.low, geometry.positions[v])) &&
                        glm::all(glm::lessThanEqual(geometry.positions[v], own.high)))
                << v;
        }
    }
}

TEST(QuantizedMesh, ASideOfNoLengthIsExact) {
    Model model = test::randomModel(2, 100, 2, false);
    for (glm::vec3& position : model.geometry.positions) position.y = 0.3f;
    const Model stored = asQuantized(model);
    for (const glm::vec3& position : stored.geometry.positions) EXPECT_EQ(position.y, 0.3f);
}

void expectPacked(const Model& model) {
    const Geometry& geometry = model.geometry;
    const PlainMesh mesh = packPlainMesh(model);
    const uint32_t one = ~0u >> mesh.bindBits;  // the weight 1 in bits
    ASSERT_EQ(mesh.vertices.size(), geometry.vertexCount());
    ASSERT_EQ(mesh.influences.size(), geometry.influences.size());
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        uint64_t sum = 0;
        const uint32_t first = geometry.influenceOffsets[v];
        const uint32_t count = geometry.influenceOffsets[v + 1] - first;
        for (uint32_t i = first; i < first + count; ++i) {
            const uint32_t weight = mesh.influences[i] >> mesh.bindBits;
            ASSERT_EQ(mesh.influences[i] & ((1u << mesh.bindBits) - 1),
                      geometry.influences[i].bind);
            // The first weight, the heaviest, also has the rounding errors of the other weights and
            // of their float sum.
            const double steps = i == first ? 0.5 * count + one * 1e-6 : 0.5;
            ASSERT_NEAR(weight, static_cast<double>(geometry.influences[i].weight) * one, steps)
                << v;
            sum += weight;
        }
        ASSERT_EQ(sum, one) << v;
        const gpu::PackedVertex& packed = mesh.vertices[v];
        ASSERT_EQ(glm::vec3(packed.x, packed.y, packed.z), geometry.positions[v]);
        ASSERT_GT(glm::dot(gpu::unpackUnit(packed.normal), geometry.normals[v]), 0.9999f);
        ASSERT_EQ(gpu::unpackTangent(packed.tangent).w, geometry.tangents[v].w);
    }
}

TEST(PlainMesh, HoldsWhatTheModelHolds) {
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        expectPacked(test::shipped(name));
    }
}

TEST(PlainMesh, EntriesGetAsManyBitsAsThereAreBinds) {
    Model model = test::shipped("mannequin.glb");
    const auto bitsOf = [&](size_t binds) {
        model.binds.resize(binds);
        return packPlainMesh(model).bindBits;
    };
    EXPECT_EQ(bitsOf(4097), 13u);
    EXPECT_EQ(bitsOf(4096), 12u);
    model.geometry.influences.assign(model.geometry.influences.size(), {0, 0.25f});
    EXPECT_EQ(bitsOf(3), 2u);
    EXPECT_EQ(bitsOf(2), 1u);
    EXPECT_EQ(bitsOf(1), 1u);
}

}  // namespace
}  // namespace sinew
