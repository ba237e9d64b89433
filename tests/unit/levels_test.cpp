// Levels of detail are within their stated error and have no holes.
#include "skinning/lod/levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "skinning/gltf/import.h"
#include "skinning/lod/surface_match.h"
#include "skinning/model/alike.h"
#include "skinning/model/gather.h"
#include "tests/check_model.h"
#include "tests/keyed.h"
#include "tests/model_files.h"
#include "tests/unit/posed.h"
#include "tests/unit/shipped.h"
#include "tests/unit/vertices.h"

namespace sinew::test {
namespace {

/// Returns the squared distance of `p` to a triangle, computed differently from surface_match.cpp.
/// It is the distance to the plane if the projection of `p` is inside, else to the nearest edge.
double squaredDistance(const glm::dvec3& p, const std::array<glm::dvec3, 3>& corners) {
    double nearest = 1e30;
    bool inside = true;
    const glm::dvec3 n = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
    for (int c = 0; c < 3; ++c) {
        const glm::dvec3 a = corners[c], edge = corners[(c + 1) % 3] - a;
        const double length = glm::dot(edge, edge);
        const double share =
            length > 0 ? std::clamp(glm::dot(p - a, edge) / length, 0.0, 1.0) : 0.0;
        const glm::dvec3 off = p - a - share * edge;
        nearest = std::min(nearest, glm::dot(off, off));
        inside = inside && glm::dot(glm::cross(n, edge), p - a) >= 0;
    }
    if (!inside || glm::dot(n, n) == 0) return nearest;
    const double height = glm::dot(p - corners[0], n);
    return std::min(nearest, height * height / glm::dot(n, n));
}

/// A triangle and its bounding box. The box's distance needs no glm, which is slow without
/// optimisation.
struct BoxedTriangle {
    explicit BoxedTriangle(const std::array<glm::dvec3, 3>& c) : corners(c) {
        for (int axis = 0; axis < 3; ++axis) {
            const auto [least, most] = std::minmax({c[0][axis], c[1][axis], c[2][axis]});
            low[axis] = least;
            high[axis] = most;
        }
    }
    double squaredBoxDistance(const double* p) const {
        double sum = 0;
        for (int axis = 0; axis < 3; ++axis) {
            double off = p[axis] < low[axis] ? low[axis] - p[axis] : p[axis] - high[axis];
            if (off < 0) off = 0;
            sum += off * off;
        }
        return sum;
    }

    std::array<glm::dvec3, 3> corners;
    double low[3], high[3];
};

/// Returns the largest distance of random points of the surface `from` to the surface `to`. It is a
/// lower bound of the true distance.
double sampledDistance(const std::vector<uint32_t>& from, const std::vector<uint32_t>& to,
                       const Positions& pose, int samples, uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    std::vector<BoxedTriangle> triangles;
    for (size_t t = 0; t < to.size(); t += 3) {
        triangles.emplace_back(
            std::array<glm::dvec3, 3>{pose[to[t]], pose[to[t + 1]], pose[to[t + 2]]});
    }
    double farthest = 0;
    for (int i = 0; i < samples; ++i) {
        const size_t t = random() % (from.size() / 3) * 3;
        double u = share(random), v = share(random);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        if (i % 3 == 0) u = v = 0;
        const glm::dvec3 p = (1 - u - v) * glm::dvec3(pose[from[t]]) +
                             u * glm::dvec3(pose[from[t + 1]]) + v * glm::dvec3(pose[from[t + 2]]);
        double nearest = 1e30;
        const double point[3]{p.x, p.y, p.z};
        for (const BoxedTriangle& triangle : triangles) {
            if (triangle.squaredBoxDistance(point) >= nearest) continue;
            nearest = std::min(nearest, squaredDistance(p, triangle.corners));
        }
        farthest = std::max(farthest, std::sqrt(nearest));
    }
    return farthest;
}

double symmetricDistance(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b,
                         const Positions& pose, int samples, uint32_t seed) {
    return std::max(sampledDistance(a, b, pose, samples, seed),
                    sampledDistance(b, a, pose, samples, seed));
}

/// Returns the number of edges that only one triangle has. Vertices at the same position are equal.
size_t openEdges(const std::vector<uint32_t>& indices, const Positions& rest) {
    using Corner = std::array<float, 3>;
    std::map<std::pair<Corner, Corner>, int> triangles;
    const auto corner = [&](uint32_t v) { return Corner{rest[v].x, rest[v].y, rest[v].z}; };
    for (size_t t = 0; t < indices.size(); t += 3) {
        for (size_t c = 0; c < 3; ++c) {
            ++triangles[std::minmax(corner(indices[t + c]), corner(indices[t + (c + 1) % 3]))];
        }
    }
    return static_cast<size_t>(std::count_if(triangles.begin(), triangles.end(),
                                             [](const auto& edge) { return edge.second == 1; }));
}

/// Returns the indices of a sheet of 2 x `count` x `count` triangles over [0, 1] x [0, 1].
std::vector<uint32_t> sheet(uint32_t count, Positions& positions) {
    positions.clear();
    std::vector<uint32_t> indices;
    for (uint32_t y = 0; y <= count; ++y) {
        for (uint32_t x = 0; x <= count; ++x) {
            positions.emplace_back(static_cast<float>(x) / static_cast<float>(count),
                                   static_cast<float>(y) / static_cast<float>(count), 0.0f);
            if (x == count || y == count) continue;
            const uint32_t at = y * (count + 1) + x, above = at + count + 1;
            indices.insert(indices.end(), {at, at + 1, above + 1, at, above + 1, above});
        }
    }
    return indices;
}

TEST(SurfaceMatch, ABoundHoldsAndIsNear) {
    Positions flat;
    const std::vector<uint32_t> fine = sheet(8, flat);
    const std::vector<uint32_t> coarse{0, 8, 80, 0, 80, 72};
    const std::vector<Positions> poses{flat};
    const auto lost = matchSurfaces(fine, coarse, poses);
    EXPECT_LT(farthestMatch(lost, fine, coarse, flat), 1e-6f);
    // In this pose, one inner vertex is raised. The points that were matched at rest are no longer
    // the nearest points, but their distance is still an upper bound.
    Positions raised = flat;
    raised[4 * 9 + 4].z = 0.25f;
    EXPECT_NEAR(farthestMatch(lost, fine, coarse, raised), 0.25f, 1e-6f);
    const auto added = matchSurfaces(coarse, fine, std::vector<Positions>{raised}, 0.25f);
    const float bound = farthestMatch(added, coarse, fine, raised);
    EXPECT_GE(bound, sampledDistance(coarse, fine, raised, 2000, 1));
    EXPECT_LE(bound, 0.26f);
}

TEST(SurfaceMatch, PartsThatTouchInOnePoseAreSeparatedByAnother) {
    // The two triangles of `to` coincide at rest. `from` is the second of them.
    const Positions rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    Positions opened = rest;
    for (int v = 3; v < 6; ++v) opened[static_cast<size_t>(v)].z = 5;
    const std::vector<uint32_t> from{3, 4, 5}, to{0, 1, 2, 3, 4, 5};
    const auto matches = matchSurfaces(from, to, std::vector{rest, opened});
    EXPECT_LT(farthestMatch(matches, from, to, opened), 1e-6f);
}

/// Returns a strip along x in the plane z = 0 with two joints. The second joint, in the middle,
/// turns if `bends`.
Model bendingStrip(bool bends) {
    Model model;
    model.name = "strip";
    model.skeleton = {{"still", "turning"}, {kNoParent, 0}, std::vector<Transform>(2)};
    model.skeleton.rest[1].translation = {0.5f, 0, 0};
    glm::mat4 back(1.0f);
    back[3] = {-0.5f, 0, 0, 1};
    model.binds = {{.joint = 0}, {.joint = 1, .jointFromBind = back}};
    Geometry& geometry = model.geometry;
    Positions positions;
    geometry.indices = sheet(16, positions);
    geometry.uvSets.resize(1);
    for (const glm::vec3& p : positions) {
        addVertex(geometry, p, {{p.x > 0.5f ? 1u : 0u, 1.0f}});
        geometry.uvSets[0].emplace_back(p.x, p.y);
    }
    model.materials.push_back({.name = "plain"});
    model.primitives.push_back({.skinned = true,
                                .vertexCount = geometry.vertexCount(),
                                .indexCount = static_cast<uint32_t>(geometry.indices.size())});
    const float h = std::sqrt(0.5f);
    if (bends) {
        model.clips = {keyed("bend", {.path = Channel::Path::rotation, .target = 1}, {0, 1},
                             {0, 0, 0, 1, 0, h, 0, h})};
    }
    return model;
}

TEST(Levels, WhatIsFlatAtRestAndBendsInAClipKeepsItsBend) {
    const Model still = bendingStrip(false), bending = bendingStrip(true);
    const Levels ofStill = makeLevels(still), ofBending = makeLevels(bending);
    ASSERT_FALSE(ofStill.coarser.empty());
    ASSERT_FALSE(ofBending.coarser.empty());
    for (const Levels* levels : {&ofStill, &ofBending}) {
        for (const Level& level : levels->coarser) EXPECT_LT(level.error, 0.02f);
    }
    const Positions bent = poseModel(bending, 0, 0.9f).positions;
    const auto distance = [&](const Levels& levels) {
        return symmetricDistance(bending.geometry.indices, levels.coarser.back().indices, bent,
                                 3000, 1);
    };
    EXPECT_LT(distance(ofBending), 1e-5);
    EXPECT_GT(distance(ofStill), 0.01) << "the strip is no test: nothing was lost at the bend";
}

/// Tests with the levels of mannequin_low.glb, whose triangles share vertices.
class LevelsOfTheMannequin : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (levels_.coarser.empty()) levels_ = makeLevels(model_ = shipped("mannequin_low.glb"));
    }
    static inline Model model_;
    static inline Levels levels_;
};
class UnsharedLevels : public LevelsOfTheMannequin {};

TEST_F(LevelsOfTheMannequin, SeamsStayClosed) {
    const Positions rest = skinPose(model_, restPose(model_)).positions;
    ASSERT_EQ(openEdges(model_.geometry.indices, rest), 0u);
    ASSERT_GE(levels_.coarser.size(), 2u);
    for (const Level& level : levels_.coarser) EXPECT_EQ(openEdges(level.indices, rest), 0u);
}

TEST_F(LevelsOfTheMannequin, HalveTheTrianglesOverFewerAndFewerOfTheVertices) {
    const Levels again = makeLevels(model_);
    size_t before = model_.geometry.indices.size() / 3;
    float error = 0;
    for (size_t i = 0; i < levels_.coarser.size(); ++i) {
        const Level& level = levels_.coarser[i];
        EXPECT_LE(level.triangleCount(), (before + 1) / 2);
        EXPECT_GT(level.triangleCount(), before / 2 - 8);
        EXPECT_GT(level.error, level.restError) << "the clips bend it";
        EXPECT_GT(level.error, error);
        std::set<uint32_t> named(level.indices.begin(), level.indices.end());
        EXPECT_EQ(named.size(), level.vertexCount);
        for (uint32_t v = 0; v < model_.geometry.vertexCount(); ++v) {
            ASSERT_EQ(levels_.lastOf[v] >= i + 1, named.contains(v)) << "level " << i + 1;
        }
        EXPECT_EQ(level.indices, again.coarser[i].indices);
        EXPECT_EQ(level.error, again.coarser[i].error);
        before = level.triangleCount();
        error = level.error;
    }
}

TEST_F(LevelsOfTheMannequin, NoPointIsFartherThanTheErrorAtOtherTimesOfTheClips) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> share(0, 1);
    for (const Level& level : levels_.coarser) {
        for (int i = 0; i < 40; ++i) {
            const auto clip = static_cast<uint32_t>(random() % model_.clips.size());
            const float seconds = share(random) * model_.clips[clip].durationSeconds;
            const Positions pose = poseModel(model_, clip, seconds).positions;
            EXPECT_LE(
                symmetricDistance(model_.geometry.indices, level.indices, pose, 200, random()),
                level.error)
                << level.triangleCount() << " triangles, " << model_.clips[clip].name << " at "
                << seconds;
        }
    }
    const Positions rest = skinPose(model_, restPose(model_)).positions;
    const Level& first = levels_.coarser.front();
    const double seen = symmetricDistance(model_.geometry.indices, first.indices, rest, 3000, 5);
    EXPECT_LE(seen, first.restError);
    EXPECT_GE(seen, 0.5 * first.restError) << "the bound is far from what is true";
}

TEST_F(LevelsOfTheMannequin, AModelOfALevelIsAModelOfThoseVertices) {
    ASSERT_FALSE(levels_.coarser.empty());
    const Level& level = levels_.coarser.back();
    const auto number = static_cast<uint32_t>(levels_.coarser.size());
    const Model coarse = atLevel(model_, levels_, number);
    EXPECT_EQ(brokenPromise(coarse), "");
    const Geometry &full = model_.geometry, &few = coarse.geometry;
    EXPECT_EQ(few.vertexCount(), level.vertexCount);
    ASSERT_EQ(few.indices.size(), level.indices.size());
    for (size_t i = 0; i < level.indices.size(); ++i) {
        const uint32_t a = level.indices[i], b = few.indices[i];
        ASSERT_EQ(full.positions[a], few.positions[b]) << i;
        ASSERT_EQ(full.normals[a], few.normals[b]);
        ASSERT_EQ(full.tangents[a], few.tangents[b]);
        ASSERT_EQ(full.uvSets[0][a], few.uvSets[0][b]);
        const uint32_t first = full.influenceOffsets[a], second = few.influenceOffsets[b];
        ASSERT_EQ(full.influenceOffsets[a + 1] - first, few.influenceOffsets[b + 1] - second);
        ASSERT_EQ(full.influences[first].bind, few.influences[second].bind);
        ASSERT_EQ(full.influences[first].weight, few.influences[second].weight);
    }
    EXPECT_EQ(atLevel(model_, levels_, 0).geometry.indices, full.indices);
    EXPECT_THROW(atLevel(model_, levels_, number + 1), std::runtime_error);
}

TEST(Levels, ThereAreNoneOfFewTriangles) {
    Model model = bendingStrip(false);
    Positions unused;
    model.geometry.indices.resize(3 * 100);
    model.primitives[0].indexCount = 300;
    EXPECT_TRUE(makeLevels(model).coarser.empty());
    EXPECT_TRUE(makeLevels({}).coarser.empty());
}

/// Returns the same model in which each triangle has vertices of its own.
Model unshared(const Model& model) {
    Model result = model;
    Geometry& geometry = result.geometry;
    gather(geometry, geometry.indices);
    std::iota(geometry.indices.begin(), geometry.indices.end(), 0u);
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

/// Returns unshared(model) with one normal for each triangle (flat shading).
Model faceted(const Model& model) {
    Model result = unshared(model);
    Geometry& geometry = result.geometry;
    for (size_t i = 0; i < geometry.indices.size(); ++i) {
        geometry.normals[i] = normalOf(geometry, &geometry.indices[i - i % 3]);
    }
    return result;
}

/// Expects levels that are closed, within their error and nested (each uses vertices of the
/// preceding level), and as many and as fine as `wanted`.
void expectAsGood(const Model& model, const Levels& levels, const Levels& wanted) {
    const Positions rest = skinPose(model, restPose(model)).positions;
    ASSERT_GE(wanted.coarser.size(), 2u);
    ASSERT_EQ(levels.coarser.size(), wanted.coarser.size());
    for (uint32_t i = 0; i < levels.coarser.size(); ++i) {
        const Level& level = levels.coarser[i];
        EXPECT_NEAR(level.triangleCount(), wanted.coarser[i].triangleCount(), 2);
        EXPECT_LT(level.error, 1.2f * wanted.coarser[i].error) << "level " << i + 1;
        EXPECT_LE(symmetricDistance(model.geometry.indices, level.indices, rest, 1000, 1),
                  level.restError);
        EXPECT_EQ(openEdges(level.indices, rest), 0u);
        for (const uint32_t v : level.indices) ASSERT_GE(levels.lastOf[v], i + 1);
        EXPECT_EQ(brokenPromise(atLevel(model, levels, i + 1)), "");
    }
}

TEST_F(UnsharedLevels, AreThoseOfTheSameTrianglesThatShareAlsoWhereTheyAreShadedFlat) {
    Model flat = faceted(model_);
    flat.primitives[0].hasNormals = false;
    for (const Model& model : {unshared(model_), flat}) {
        const Levels levels = makeLevels(model);
        expectAsGood(model, levels, levels_);
        for (size_t i = 0; i < levels.coarser.size(); ++i) {
            EXPECT_LT(levels.coarser[i].vertexCount, 1.05 * levels_.coarser[i].vertexCount);
        }
    }
}

/// Returns the mean cosine of the angle between the normal of a triangle and the normals of its
/// corners.
double meanCosine(const Model& model, const std::vector<uint32_t>& indices) {
    double sum = 0;
    for (size_t i = 0; i < indices.size(); ++i) {
        sum += glm::dot(normalOf(model.geometry, &indices[i - i % 3]),
                        model.geometry.normals[indices[i]]);
    }
    return sum / static_cast<double>(indices.size());
}

TEST_F(UnsharedLevels, OfTrianglesWithANormalEachAreAsGoodAndKeepItNearly) {
    const Model model = faceted(model_);
    const Levels levels = makeLevels(model);
    expectAsGood(model, levels, levels_);
    ASSERT_EQ(levels.coarser.size(), 2u);
    EXPECT_GT(meanCosine(model, levels.coarser[0].indices), 0.94);
    EXPECT_GT(meanCosine(model, levels.coarser[1].indices), 0.85);
}

/// Returns, for each vertex, a number that identifies its piece of the texture (uv island).
std::vector<uint32_t> texturePieces(const Model& model) {
    const std::vector<uint32_t> wedges = firstOfWedge(model, primitiveVertices(model));
    std::vector<uint32_t> pieces = wedges;  // index: first vertex of a wedge
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
    const Model model = faceted(model_);
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

/// Expects that levels of a model without shared vertices have shared vertices, and keep the open
/// edges of the model.
void expectSharedVertices(const Model& model, const Levels& levels) {
    const std::vector<uint32_t>& all = model.geometry.indices;
    if (model.geometry.vertexCount() < all.size() || all.size() < size_t{3 * 256}) return;
    EXPECT_FALSE(levels.coarser.empty());
    const Positions rest = skinPose(model, restPose(model)).positions;
    for (const Level& level : levels.coarser) {
        EXPECT_EQ(openEdges(level.indices, rest), openEdges(all, rest));
        EXPECT_LE(level.vertexCount, level.triangleCount());
    }
}

TEST(Levels, ASharedModelKeepsItsPromisesAtEachLevel) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        SCOPED_TRACE(file);
        const Model model = importGltf(file);
        const Levels levels = makeLevels(model);
        for (uint32_t level = 1; level <= levels.coarser.size(); ++level) {
            EXPECT_EQ(brokenPromise(atLevel(model, levels, level)), "") << level;
        }
        expectSharedVertices(model, levels);
    }
}

}  // namespace
}  // namespace sinew::test
