// Levels of detail of models whose triangles share no vertex.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "skinning/gltf/import.h"
#include "skinning/lod/levels.h"
#include "skinning/model/alike.h"
#include "tests/check_model.h"
#include "tests/model_files.h"
#include "tests/unit/posed.h"
#include "tests/unit/shipped.h"
#include "tests/unit/surfaces.h"

namespace sinew::test {
namespace {

/// The low mannequin, whose triangles share vertices, and its levels.
class UnsharedLevels : public testing::Test {
protected:
    static void SetUpTestSuite() {
        shared_ = shipped("mannequin_low.glb");
        levelsOfShared_ = makeLevels(shared_);
    }

    static inline Model shared_;
    static inline Levels levelsOfShared_;
};

/// The model with a vertex of its own for each corner of each triangle.
Model unshared(const Model& model) {
    const Geometry& from = model.geometry;
    Model result = model;
    Geometry& to = result.geometry;
    to = {.influenceOffsets = {0}};
    to.uvSets.resize(from.uvSets.size());
    for (const uint32_t v : from.indices) {
        to.indices.push_back(to.vertexCount());
        to.positions.push_back(from.positions[v]);
        to.normals.push_back(from.normals[v]);
        to.tangents.push_back(from.tangents[v]);
        for (size_t set = 0; set < from.uvSets.size(); ++set) {
            to.uvSets[set].push_back(from.uvSets[set][v]);
        }
        to.influences.insert(to.influences.end(),
                             from.influences.begin() + from.influenceOffsets[v],
                             from.influences.begin() + from.influenceOffsets[v + 1]);
        to.influenceOffsets.push_back(static_cast<uint32_t>(to.influences.size()));
    }
    for (Primitive& primitive : result.primitives) {
        primitive.firstVertex = primitive.firstIndex;
        primitive.vertexCount = primitive.indexCount;
    }
    return result;
}

glm::vec3 normalOf(const Geometry& geometry, const uint32_t* corners) {
    const glm::vec3& at = geometry.positions[corners[0]];
    return glm::normalize(
        glm::cross(geometry.positions[corners[1]] - at, geometry.positions[corners[2]] - at));
}

/// The same, with each triangle's own normal at all its corners.
Model faceted(const Model& model) {
    Model result = unshared(model);
    Geometry& geometry = result.geometry;
    for (size_t i = 0; i < geometry.indices.size(); ++i) {
        geometry.normals[i] = normalOf(geometry, &geometry.indices[i - i % 3]);
    }
    return result;
}

/// Closed, each within the one before and its error, and as many and as fine as those wanted.
void expectAsGood(const Model& model, const Levels& levels, const Levels& wanted) {
    const Positions rest = skinPose(model, restPose(model)).positions;
    ASSERT_GE(wanted.coarser.size(), 2u);
    ASSERT_EQ(levels.coarser.size(), wanted.coarser.size());
    for (uint32_t i = 0; i < levels.coarser.size(); ++i) {
        const Level& level = levels.coarser[i];
        EXPECT_NEAR(level.triangleCount(), wanted.coarser[i].triangleCount(), 2);
        EXPECT_LT(level.error, 1.2f * wanted.coarser[i].error) << "level " << i + 1;
        EXPECT_LE(bothWays(model.geometry.indices, level.indices, rest, 1000, 1), level.restError);
        EXPECT_EQ(openEdges(level.indices, rest), 0u);
        for (const uint32_t v : level.indices) ASSERT_GE(levels.lastOf[v], i + 1);
        EXPECT_EQ(brokenPromise(atLevel(model, levels, i + 1)), "");
    }
}

void expectAsFewVertices(const Levels& levels, const Levels& wanted) {
    for (size_t i = 0; i < levels.coarser.size(); ++i) {
        EXPECT_LT(levels.coarser[i].vertexCount, 1.05 * wanted.coarser[i].vertexCount);
    }
}

TEST_F(UnsharedLevels, AreThoseOfTheSameTrianglesThatShare) {
    const Model model = unshared(shared_);
    const Levels levels = makeLevels(model);
    expectAsGood(model, levels, levelsOfShared_);
    expectAsFewVertices(levels, levelsOfShared_);
}

TEST_F(UnsharedLevels, OfAModelThatIsShadedFlatShareVerticesAcrossItsEdges) {
    Model model = faceted(shared_);
    model.primitives[0].hasNormals = false;
    const Levels levels = makeLevels(model);
    expectAsGood(model, levels, levelsOfShared_);
    expectAsFewVertices(levels, levelsOfShared_);
}

/// Between the normals of triangles and those of their corners.
double meanCosine(const Model& model, const std::vector<uint32_t>& indices) {
    double sum = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
        sum += glm::dot(normalOf(model.geometry, &indices[i - i % 3]),
                        model.geometry.normals[indices[i]]);
    }
    return sum / static_cast<double>(indices.size());
}

TEST_F(UnsharedLevels, OfTrianglesWithANormalEachAreAsGoodAndKeepItNearly) {
    const Model model = faceted(shared_);
    const Levels levels = makeLevels(model);
    expectAsGood(model, levels, levelsOfShared_);
    ASSERT_EQ(levels.coarser.size(), 2u);
    EXPECT_GT(meanCosine(model, levels.coarser[0].indices), 0.94);
    EXPECT_GT(meanCosine(model, levels.coarser[1].indices), 0.85);
}

/// A name for the piece of the texture that each vertex is on.
std::vector<uint32_t> texturePieces(const Model& model) {
    const std::vector<uint32_t> wedges = firstOfWedge(model, primitiveVertices(model));
    std::vector<uint32_t> pieces = wedges;  // of wedges
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < model.geometry.indices.size(); ++i) {
            uint32_t& one = pieces[wedges[model.geometry.indices[i]]];
            uint32_t& next = pieces[wedges[model.geometry.indices[i % 3 == 2 ? i - 2 : i + 1]]];
            grows = grows || one != next;
            one = next = std::min(one, next);
        }
    }
    std::vector<uint32_t> result;
    for (const uint32_t wedge : wedges) result.push_back(pieces[wedge]);
    return result;
}

TEST_F(UnsharedLevels, HaveNoTriangleFromOnePieceOfTheTextureToAnother) {
    const Model model = faceted(shared_);
    const std::vector<uint32_t> pieces = texturePieces(model);
    ASSERT_GT(std::set<uint32_t>(pieces.begin(), pieces.end()).size(), 1u);
    const Levels levels = makeLevels(model);
    ASSERT_FALSE(levels.coarser.empty());
    for (const Level& level : levels.coarser) {
        for (size_t i = 0; i < level.indices.size(); ++i) {
            ASSERT_EQ(pieces[level.indices[i]], pieces[level.indices[i - i % 3]]);
        }
    }
}

TEST(UnsharedLevelsOfFiles, ASharedModelHasThem) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        const Model model = importGltf(file);
        const std::vector<uint32_t>& all = model.geometry.indices;
        if (model.geometry.vertexCount() < all.size() || all.size() < size_t{3 * 256}) continue;
        const Levels levels = makeLevels(model);
        EXPECT_FALSE(levels.coarser.empty()) << file;
        const Positions rest = skinPose(model, restPose(model)).positions;
        for (const Level& level : levels.coarser) {
            EXPECT_EQ(openEdges(level.indices, rest), openEdges(all, rest)) << file;
            EXPECT_LE(level.vertexCount, level.triangleCount()) << file << ": they do not share";
        }
    }
}

}  // namespace
}  // namespace sinew::test
