// Tests that packed influences have the words of their formats, and that all formats have the same
// order of vertices.
#include "skinning/packing/influences.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "shaders/shared/packing.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/reference/format_bounds.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

/// Returns a model with a vertex for each list of weights. Its influences are of the binds 0, 1, 2
/// and so on.
Model modelOf(const std::vector<std::vector<float>>& weights, uint32_t binds) {
    Model model;
    model.binds.resize(binds);
    Geometry& geometry = model.geometry;
    geometry.positions.resize(weights.size());
    geometry.influenceOffsets = {0};
    for (const std::vector<float>& own : weights) {
        for (uint32_t i = 0; i < own.size(); ++i) geometry.influences.push_back({i, own[i]});
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    return model;
}

PackedInfluences packed(const Model& model, InfluenceFormat format) {
    return packInfluences(model, orderByInfluences(model.geometry), format);
}

TEST(Influences, TheRoundingErrorIsAddedToTheLargestRemainder) {
    // The weights are 140.25, 63.75 and 51, in units of 1/255.
    const Model model = modelOf({{0.55f, 0.25f, 0.2f}}, 3);
    const PackedInfluences influences = packed(model, InfluenceFormat::u8x4);
    ASSERT_EQ(influences.words.size(), 2u);
    EXPECT_EQ(influences.words[0], 0u | 1u << 8 | 2u << 16);
    EXPECT_EQ(influences.words[1], 140u | 64u << 8 | 51u << 16);
    EXPECT_FLOAT_EQ(influences.weightScale, 1.0f / 255);
}

TEST(Influences, WeightsSumToExactlyOneHoweverFewTheirBits) {
    // The sums of these weights differ from 1 by rounding, in both directions.
    const float third = 1.0f / 3;
    const std::vector<std::vector<float>> weights = {
        {1},
        {0.75f - 3e-8f, 0.25f - 3e-8f},
        {0.75f, 0.25f + 6e-8f},
        {third, third, third},
        {0.4f, 0.3f, 0.2f, 0.1f},
        {0.5f, 0.125f - 2e-8f, 0.125f - 2e-8f, 0.125f - 2e-8f, 0.125f - 2e-8f}};
    for (const uint32_t binds : {5u, 100u, 3000u}) {
        const Model model = modelOf(weights, binds);
        const PackedInfluences influences = packed(model, InfluenceFormat::split32);
        EXPECT_EQ(1u << influences.bindBits >= binds, true);
        EXPECT_EQ(1u << (influences.bindBits - 1) < binds, true);
        const uint32_t one = ~0u >> influences.bindBits;
        for (size_t v = 0; v + 1 < influences.offsets.size(); ++v) {
            uint64_t sum = 0;
            for (uint32_t i = influences.offsets[v]; i < influences.offsets[v + 1]; ++i) {
                sum += influences.words[i] >> influences.bindBits;
            }
            EXPECT_EQ(sum, one) << "vertex " << v << " of " << binds << " binds";
        }
    }
}

/// Returns the weights that a shader decodes from a vertex's two words.
glm::vec4 weightsOf(const PackedInfluences& influences, uint32_t first) {
    return gpu::split64Weights(influences.words[first], influences.words[first + 1],
                               influences.bindBits, influences.weightScale,
                               influences.lastWeightScale);
}

TEST(Influences, FourInSixtyFourBitsAreWithinHalfAStepAndSumToOne) {
    const float third = 1.0f / 3;
    const std::vector<std::vector<float>> weights = {{1},
                                                     {0.5f, 0.5f},
                                                     {0.75f - 3e-8f, 0.25f - 3e-8f},
                                                     {third, third, third},
                                                     {0.98f, 0.01f, 0.01f},
                                                     {0.25f, 0.25f, 0.25f, 0.25f},
                                                     {0.4001f, 0.3002f, 0.2003f, 0.0994f},
                                                     {0.9f, 0.09f, 0.0099f, 0.0001f}};
    for (const uint32_t binds : {4u, 128u, 129u, 256u}) {
        const Model model = modelOf(weights, binds);
        const PackedInfluences influences = packed(model, InfluenceFormat::split64);
        const std::array<double, 3> steps =
            stepsOf({.influences = InfluenceFormat::split64}, binds).behindFirst;
        EXPECT_EQ(influences.bindBits, binds > 128 ? 8u : 7u);
        ASSERT_EQ(influences.words.size(), 2 * weights.size());
        for (uint32_t v = 0; v < weights.size(); ++v) {  // vertices are in order of influence count
            const auto count = static_cast<uint32_t>(weights[v].size());
            EXPECT_EQ(influences.offsets[v], 2 * v);
            EXPECT_EQ(gpu::split64Count(influences.words[2 * v], influences.bindBits), count);
            const glm::vec4 stored = weightsOf(influences, 2 * v);
            EXPECT_FLOAT_EQ(stored.x + stored.y + stored.z + stored.w, 1.0f);
            for (uint32_t i = 0; i < count; ++i) {
                EXPECT_EQ(gpu::split64Entry(influences.words[2 * v], influences.bindBits, i), i);
                if (i == 0) continue;
                const int index = static_cast<int>(i);
                EXPECT_NEAR(stored[index], weights[v][i], steps[i - 1] + 1e-7) << v << ", " << i;
            }
        }
        // Weights of exactly 1/2 and 1/4 are decoded exactly.
        EXPECT_EQ(weightsOf(influences, 2).y, 0.5f);
        EXPECT_EQ(weightsOf(influences, 10).w, 0.25f);
    }
}

TEST(Influences, FourInSixtyFourBitsLieWhereTheFormatSays) {
    // The second, third and fourth weight have 12 bits each, for ranges up to 1/2, 1/3 and 1/4. The
    // highest four bits of the last weight are above the entries in the first word.
    const Model model = modelOf({{0.25f, 0.25f, 0.25f, 0.25f}}, 100);
    const PackedInfluences few = packed(model, InfluenceFormat::split64);
    EXPECT_EQ(few.words[0], 0u | 1u << 7 | 2u << 14 | 3u << 21 | 0xfu << 28);
    EXPECT_EQ(few.words[1], 2048u | 3071u << 12 | 0xffu << 24);
    const PackedInfluences many =
        packed(modelOf({{0.25f, 0.25f, 0.25f, 0.25f}}, 200), InfluenceFormat::split64);
    EXPECT_EQ(many.words[0], 0u | 1u << 8 | 2u << 16 | 3u << 24);
    EXPECT_EQ(many.words[1], 1024u | 1535u << 11 | 0x3ffu << 22);
}

// orderByInfluences() sorts a bucket so that groups of 16 vertices share their binds. Groups are
// counted from the first vertex of the mesh, so the second bucket begins within a group.
TEST(Influences, NeighboursOfABucketShareTheirBinds) {
    Model model;
    model.binds.resize(16);
    Geometry& geometry = model.geometry;
    geometry.influenceOffsets = {0};
    const auto addVertex = [&](std::initializer_list<uint32_t> binds) {
        for (const uint32_t bind : binds) {
            geometry.influences.push_back({bind, 1.0f / static_cast<float>(binds.size())});
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        geometry.positions.emplace_back();
    };
    for (uint32_t v = 0; v < 256; ++v) addVertex({v % 16, (v + 1) % 16});
    for (uint32_t v = 0; v < 24; ++v) addVertex({v % 16});
    const std::vector<uint32_t> order = orderByInfluences(geometry);
    for (uint32_t i = 0; i < 24; ++i) EXPECT_GE(order[i], 256u) << "fewest influences first";
    for (uint32_t first = 32; first + 16 <= order.size(); first += 16) {
        std::set<uint32_t> binds;
        for (uint32_t i = first; i < first + 16; ++i) binds.insert(order[i] % 16);
        // The group at 16 has one vertex of each of 8 pairs of binds, so only 15 vertices of each
        // of these pairs remain. Therefore the groups that contain these pairs mix several pairs.
        EXPECT_LE(binds.size(), first < 160 ? 1u : 3u) << first;
    }
}

class CrowdMeshTest : public test::GpuTest {};

TEST_F(CrowdMeshTest, EveryFormatAndLimitHasItsVerticesInTheSameOrder) {
    const auto expected = CrowdMesh::create(device(), mannequin(), {}, {})->mesh.order;
    for (const InfluenceFormat format :
         {InfluenceFormat::split32, InfluenceFormat::packedFloat, InfluenceFormat::u8x4,
          InfluenceFormat::u16x4, InfluenceFormat::split20, InfluenceFormat::split64}) {
        for (const uint32_t limit : {0u, 1u, 2u, 4u, 8u}) {
            if (format == InfluenceFormat::split64 && (limit == 0 || limit > 4)) continue;
            const auto mesh = CrowdMesh::create(
                device(), mannequin(), {.influences = format, .influenceLimit = limit}, {});
            EXPECT_EQ(mesh->mesh.order, expected)
                << "format " << static_cast<int>(format) << ", limit " << limit;
            uint32_t vertices = 0;
            for (const InfluenceBucket& bucket : mesh->mesh.buckets) {
                EXPECT_EQ(bucket.firstVertex, vertices);
                vertices += bucket.vertexCount;
            }
            EXPECT_EQ(vertices, expected.size());
        }
    }
}

}  // namespace
}  // namespace sinew
