// Generated figures: exact counts and valid models.
#include "benchmarks/charts/figure.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/check_model.h"
#include "tests/cli/commands.h"

namespace sinew {
namespace {

uint32_t influencesOf(const Geometry& geometry, uint32_t vertex) {
    return geometry.influenceOffsets[vertex + 1] - geometry.influenceOffsets[vertex];
}

void expectExact(const FigureCounts& counts) {
    SCOPED_TRACE(::testing::Message()
                 << counts.vertices << " vertices, " << counts.triangles << " triangles, "
                 << counts.joints << " joints, " << counts.influences << " influences");
    const Model model = makeFigure(counts);
    const Geometry& geometry = model.geometry;
    EXPECT_EQ(test::brokenPromise(model), "");
    EXPECT_EQ(geometry.vertexCount(), counts.vertices);
    EXPECT_EQ(geometry.indices.size(), 3 * uint64_t{counts.triangles});
    EXPECT_EQ(model.skeleton.size(), counts.joints);
    EXPECT_EQ(model.binds.size(), counts.joints);
    ASSERT_EQ(model.clips.size(), 1u);
    EXPECT_EQ(model.clips[0].times.size(), counts.clipFrames);

    uint32_t full = 0;
    uint32_t most = 0;
    for (uint32_t v = 0; v < counts.vertices; ++v) {
        most = std::max(most, influencesOf(geometry, v));
        full += influencesOf(geometry, v) == counts.influences ? 1 : 0;
    }
    EXPECT_EQ(most, counts.influences);
    EXPECT_GT(full, counts.vertices / 2);

    std::vector<bool> drawn(counts.vertices, false);
    for (const uint32_t index : geometry.indices) drawn[index] = true;
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), false), 0) << "vertices of no triangle";
    for (size_t i = 0; i < geometry.indices.size(); i += 3) {
        const std::set<uint32_t> corners(&geometry.indices[i], &geometry.indices[i] + 3);
        ASSERT_EQ(corners.size(), 3u) << "triangle " << i / 3;
    }
}

TEST(Figure, HasExactlyTheCountsOfThePublishedCases) {
    expectExact({.vertices = 3430, .triangles = 5000, .joints = 68, .clipFrames = 35});
    expectExact({.vertices = 1186, .triangles = 1732, .joints = 30});
    expectExact({.vertices = 3793, .triangles = 5372, .joints = 53});
    expectExact({.vertices = 15172, .triangles = 21488, .joints = 212});
    expectExact({.vertices = 2000, .triangles = 3000, .joints = 24, .influences = 2});
}

TEST(Figure, HasExactlyTheCountsOverTheRangesThatAreSwept) {
    for (const uint32_t vertices : {1000u, 1001u, 10'000u, 123'457u, 1'000'000u}) {
        expectExact({.vertices = vertices, .triangles = vertices * 3 / 2, .joints = 50});
    }
    for (const uint32_t joints : {1u, 2u, 4u, 5u, 6u, 7u, 17u, 256u, 1000u}) {
        expectExact({1500, 2001, joints, std::min(joints, 4u)});
    }
    for (const uint32_t influences : {1u, 2u, 3u, 4u, 8u, 12u, 16u}) {
        expectExact({3000, 4000, 40, influences});
    }
    expectExact({.vertices = 900, .triangles = 1200, .joints = 8, .influences = 8});
    // From no seams to no shared vertices.
    for (const uint32_t vertices : {1520u, 1521u, 1600u, 2500u, 4000u, 9000u, 9003u}) {
        expectExact({.vertices = vertices, .triangles = 3001, .joints = 20});
    }
}

TEST(Figure, IsTheSameForTheSameCounts) {
    const FigureCounts counts{.vertices = 1186, .triangles = 1732, .joints = 30};
    const Model one = makeFigure(counts);
    const Model other = makeFigure(counts);
    EXPECT_EQ(one.geometry.positions, other.geometry.positions);
    EXPECT_EQ(one.geometry.indices, other.geometry.indices);
    EXPECT_EQ(one.clips[0].values, other.clips[0].values);
}

TEST(Figure, FacesOutwardsAndItsNormalsFollowItsTriangles) {
    const Model model = makeFigure({.vertices = 3430, .triangles = 5000, .joints = 68});
    const Geometry& g = model.geometry;
    double volume = 0;
    uint32_t against = 0;
    for (size_t i = 0; i < g.indices.size(); i += 3) {
        const glm::vec3& a = g.positions[g.indices[i]];
        const glm::vec3& b = g.positions[g.indices[i + 1]];
        const glm::vec3& c = g.positions[g.indices[i + 2]];
        const glm::vec3 face = glm::cross(b - a, c - a);
        volume += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6;
        for (size_t k = 0; k < 3; ++k) {
            against += glm::dot(face, g.normals[g.indices[i + k]]) < 0 ? 1 : 0;
        }
    }
    EXPECT_GT(volume, 0.03) << "cubic metres of a body";
    EXPECT_LT(volume, 0.15);
    EXPECT_LT(against, g.indices.size() / 100);
}

TEST(Figure, WeightsChangeSmoothlyAlongTheBody) {
    const Model model = makeFigure({.vertices = 20'000, .triangles = 30'000, .joints = 40});
    const Geometry& g = model.geometry;
    const auto weightsOf = [&](uint32_t v) {
        std::map<uint32_t, float> weights;
        for (uint32_t i = g.influenceOffsets[v]; i < g.influenceOffsets[v + 1]; ++i) {
            weights[g.influences[i].bind] = g.influences[i].weight;
        }
        return weights;
    };
    for (size_t i = 0; i < g.indices.size(); i += 3) {
        std::map<uint32_t, float> difference = weightsOf(g.indices[i]);
        for (const auto& [bind, weight] : weightsOf(g.indices[i + 1])) difference[bind] -= weight;
        for (const auto& [bind, weight] : difference) {
            ASSERT_LT(std::abs(weight), 0.2f) << "of bind " << bind << " at triangle " << i / 3;
        }
    }
}

// The test times out if each joint and frame searches all joints of its limb.
TEST(Figure, TakesTimeInProportionToItsJoints) {
    const Model model = makeFigure({.vertices = 2000, .triangles = 3000, .joints = 60'000});
    EXPECT_EQ(model.skeleton.size(), 60'000u);
    EXPECT_EQ(model.clips.at(0).channels.size(), 60'000u);
}

TEST(Figure, SaysWhichCountDoesNotGoWithWhich) {
    for (const auto& [counts, words] : std::initializer_list<std::pair<FigureCounts, const char*>>{
             {{1000, 3000, 20}, "3000 triangles cannot have 1000 vertices; try 1520 to 9000"},
             {{9001, 3000, 20}, "try 1520 to 9000"},
             {{12, 20, 20}, "try 30"},
             {{12, 19, 20}, "try 20"},
             {{3000, 3000, 3}, "3 joints cannot have 4 influences"},
             {{3000, 3000, 20, 0}, "0 influences"},
             {{3000, 3000, 20, 4, 0}, "0 frames in its clip; try 1 to"}}) {
        EXPECT_THAT(test::errorOf([&] { return makeFigure(counts); }), testing::HasSubstr(words));
    }
}

}  // namespace
}  // namespace sinew
