// Vertices are alike if exchanging them cannot change the image, and form a wedge if only their
// normals differ. Vertices are grouped by their binds. Triangles are ordered so that few vertices
// are shaded more than once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <numeric>
#include <random>
#include <set>

#include "skinning/lod/triangle_order.h"
#include "skinning/model/alike.h"
#include "skinning/model/bind_groups.h"
#include "tests/unit/vertices.h"

namespace sinew {
namespace {

/// Returns a model of two equal vertices with every attribute. The material uses all attributes.
Model twins() {
    Model model;
    model.binds.resize(2);
    model.materials.push_back({});
    model.materials[0].baseColorTexture.image = 0;
    model.materials[0].normalTexture.image = 0;
    model.primitives.push_back({.hasColors = true, .vertexCount = 2, .indexCount = 3});
    Geometry& geometry = model.geometry;
    geometry.uvSets = {{{0.5f, 0.25f}, {0.5f, 0.25f}}, {{1, 1}, {1, 1}}};
    geometry.indices = {0, 1, 1};
    geometry.morphOffsets = {0};
    for (int v = 0; v < 2; ++v) {
        test::addVertex(geometry, {1, 2, 3}, {{0, 0.75f}, {1, 0.25f}});
        geometry.colors.emplace_back(1, 0.5f, 0, 1);
        geometry.morphDeltas.push_back({.weight = 1, .position = {1, 0, 0}, .normal = {0, 1, 0}});
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    return model;
}

using Change = std::function<void(Model&)>;

bool stayAlike(const Change& change) {
    Model model = twins();
    change(model);
    return firstAlike(model, primitiveVertices(model)) == std::vector<uint32_t>{0, 0};
}
bool stayOfAWedge(const Change& change) {
    Model model = twins();
    change(model);
    return firstOfWedge(model, primitiveVertices(model)) == std::vector<uint32_t>{0, 0};
}

TEST(Alike, SharedVerticesAreDrawnOnceForEachPrimitiveThatNamesThem) {
    Model model = twins();
    EXPECT_TRUE(stayAlike([](Model&) {}));
    EXPECT_EQ(drawnVertices(model), 2u);
    model.geometry.indices = {0, 1, 1, 1, 1, 1};
    model.primitives.push_back({.vertexCount = 2, .firstIndex = 3, .indexCount = 3});
    EXPECT_EQ(drawnVertices(model), 3u);
}

TEST(Alike, AreNoneThatDifferInPoseOrColour) {
    const Change changes[] = {
        [](Model& m) { m.geometry.positions[1].y = 2.5f; },
        [](Model& m) { m.geometry.influences[2].bind = 1, m.geometry.influences[3].bind = 0; },
        [](Model& m) { m.geometry.influences[2].weight = 0.8f; },
        [](Model& m) {
            m.geometry.influenceOffsets = {0, 1, 4};
        },
        [](Model& m) { m.geometry.morphDeltas[1].position.z = 0.5f; },
        [](Model& m) { m.geometry.morphDeltas[1].weight = 0; },
        [](Model& m) { m.geometry.uvSets[0][1].x = 0.75f; },
        [](Model& m) { m.geometry.colors[1].a = 0.5f; },
        [](Model& m) { m.geometry.tangents[1].w = -1; },
        [](Model& m) {
            m.geometry.indices = {0, 0, 0, 1, 1, 1};
            m.primitives[0].vertexCount = 1;
            m.primitives.push_back(
                {.firstVertex = 1, .vertexCount = 1, .firstIndex = 3, .indexCount = 3});
        },
    };
    for (size_t i = 0; i < std::size(changes); ++i) {
        EXPECT_FALSE(stayAlike(changes[i])) << i;
        EXPECT_FALSE(stayOfAWedge(changes[i])) << i;
    }
}

TEST(Alike, LightingSeparatesVerticesAndNotWedges) {
    const Change changes[] = {
        [](Model& m) {
            m.geometry.normals[1] = {0, 1, 0};
        },
        [](Model& m) { m.geometry.tangents[1].y = 0.5f; },
        [](Model& m) { m.geometry.morphDeltas[1].normal.z = 0.5f; },
        [](Model& m) { m.geometry.morphDeltas[1].tangent.z = 0.5f; },
    };
    for (size_t i = 0; i < std::size(changes); ++i) {
        EXPECT_FALSE(stayAlike(changes[i])) << i;
        EXPECT_TRUE(stayOfAWedge(changes[i])) << i;
    }
}

TEST(Alike, UnusedAttributesSeparateNothing) {
    EXPECT_TRUE(stayAlike([](Model& m) { m.geometry.uvSets[1][1].x = 0; })) << "not sampled";
    EXPECT_TRUE(stayAlike([](Model& m) {
        m.materials[0].normalTexture.image = kNoImage;
        m.geometry.tangents[1] = {0, 1, 0, -1};
        m.geometry.morphDeltas[1].tangent.z = 0.5f;
    }));
    EXPECT_TRUE(stayAlike([](Model& m) {
        m.primitives[0].hasNormals = false;
        m.geometry.normals[1] = {0, 1, 0};
        m.geometry.tangents[1] = {0, 0, 1, -1};
        m.geometry.morphDeltas[1].normal.z = 0.5f;
    }));
}

TEST(Alike, AWedgeHasNoMorphDeltaThatMovesANormalAlone) {
    EXPECT_TRUE(stayOfAWedge([](Model& m) {
        m.geometry.morphDeltas.push_back({.weight = 0, .normal = {1, 0, 0}});
        m.geometry.morphOffsets.back() = 3;
    }));
}

/// Returns one vertex for each element of `binds`, bound to these binds with equal weights.
Geometry boundTo(const std::vector<std::vector<uint32_t>>& binds) {
    Geometry geometry;
    geometry.influenceOffsets = {0};
    for (const std::vector<uint32_t>& own : binds) {
        for (const uint32_t bind : own) {
            geometry.influences.push_back({bind, 1.0f / static_cast<float>(own.size())});
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    geometry.positions.resize(binds.size());
    return geometry;
}

std::vector<uint32_t> grouped(const Geometry& geometry, uint32_t limit = 0) {
    std::vector<uint32_t> order(geometry.vertexCount());
    std::iota(order.begin(), order.end(), 0u);
    groupByBinds(geometry, order, limit);
    return order;
}

/// Returns the largest number of different binds in a group of kBindGroup successive vertices.
size_t mostBinds(const Geometry& geometry, std::span<const uint32_t> order, uint32_t limit = 0) {
    size_t most = 0;
    for (size_t first = 0; first < order.size(); first += kBindGroup) {
        std::set<uint32_t> binds;
        for (size_t i = first; i < std::min(first + kBindGroup, order.size()); ++i) {
            for (uint32_t k = 0; k < influenceCount(geometry, order[i], limit); ++k) {
                binds.insert(geometry.influences[geometry.influenceOffsets[order[i]] + k].bind);
            }
        }
        most = std::max(most, binds.size());
    }
    return most;
}

/// Returns the binds of 600 vertices, which use 16 pairs of binds in turn. The last window of
/// kBindWindow vertices is not full.
std::vector<std::vector<uint32_t>> inTurn() {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 600; ++v) binds.push_back({2 * (v % 16), 2 * (v % 16) + 1});
    return binds;
}

TEST(BindGroups, NeighboursShareTheirBindsAndNoVertexLeavesItsWindow) {
    const Geometry geometry = boundTo(inTurn());
    const std::vector<uint32_t> order = grouped(geometry);
    EXPECT_EQ(mostBinds(geometry, std::span(order).first(512)), 2u);
    std::vector<uint32_t> all(order.begin(), order.end());
    std::sort(all.begin(), all.end());
    for (uint32_t v = 0; v < 600; ++v) ASSERT_EQ(all[v], v) << "no permutation";
    // With 32 binds in turn, a window has only half a group of vertices for each bind.
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 600; ++v) binds.push_back({v % 32});
    const std::vector<uint32_t> halves = grouped(boundTo(binds));
    for (uint32_t v = 0; v < 600; ++v) ASSERT_EQ(halves[v] / kBindWindow, v / kBindWindow) << v;
}

TEST(BindGroups, RemainingVerticesJoinTheGroupWithTheFewestNewBinds) {
    std::vector<std::vector<uint32_t>> binds(32);
    for (uint32_t v = 0; v < 12; ++v) binds[2 * v] = {0, 1, 2};
    for (uint32_t v = 0; v < 12; ++v) binds[2 * v + 1] = {7, 8, 9};
    for (uint32_t v = 24; v < 28; ++v) binds[v] = {8, 9};
    for (uint32_t v = 28; v < 32; ++v) binds[v] = {1};
    const Geometry geometry = boundTo(binds);
    EXPECT_EQ(mostBinds(geometry, grouped(geometry)), 3u);
}

TEST(BindGroups, InfluencesBeyondTheLimitDoNotCount) {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 32; ++v) {
        const uint32_t pair = v / 2 % 8;
        binds.push_back({v % 2, 2 + 2 * pair, 3 + 2 * pair});
    }
    const Geometry geometry = boundTo(binds);
    EXPECT_EQ(mostBinds(geometry, grouped(geometry, 1), 1), 1u);
    EXPECT_GT(mostBinds(geometry, grouped(geometry), 1), 1u)
        << "with all influences those of a pair go together";
}

TEST(BindGroups, AWindowOfTooManyBindsStaysAsItIs) {
    std::vector<std::vector<uint32_t>> binds;
    for (uint32_t v = 0; v < 256; ++v) binds.push_back({v % 65});
    const std::vector<uint32_t> order = grouped(boundTo(binds));
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
    for (auto& own : binds) own[0] %= 64;
    const std::vector<uint32_t> fewer = grouped(boundTo(binds));
    EXPECT_FALSE(std::is_sorted(fewer.begin(), fewer.end()));
}

constexpr uint32_t kSide = 40;  // quads along a side
using Triangle = std::array<uint32_t, 3>;

/// Adds a primitive with a sheet of triangles in random order.
void addSheet(Model& model, Material::Alpha alpha, std::mt19937& random) {
    Geometry& geometry = model.geometry;
    const uint32_t first = geometry.vertexCount();
    Primitive primitive{.firstVertex = first,
                        .vertexCount = (kSide + 1) * (kSide + 1),
                        .firstIndex = static_cast<uint32_t>(geometry.indices.size()),
                        .material = static_cast<uint32_t>(model.materials.size())};
    for (uint32_t y = 0; y <= kSide; ++y) {
        for (uint32_t x = 0; x <= kSide; ++x) geometry.positions.emplace_back(x, y, 0);
    }
    std::vector<Triangle> triangles;
    for (uint32_t y = 0; y < kSide; ++y) {
        for (uint32_t x = 0; x < kSide; ++x) {
            const uint32_t corner = first + y * (kSide + 1) + x;
            triangles.push_back({corner, corner + 1, corner + kSide + 1});
            triangles.push_back({corner + 1, corner + kSide + 2, corner + kSide + 1});
        }
    }
    std::shuffle(triangles.begin(), triangles.end(), random);
    for (const Triangle& t : triangles) {
        geometry.indices.insert(geometry.indices.end(), t.begin(), t.end());
    }
    primitive.indexCount = static_cast<uint32_t>(triangles.size() * 3);
    model.primitives.push_back(std::move(primitive));
    model.materials.push_back({.alpha = alpha});
}

/// Returns a model of four primitives: opaque, masked, blended, and one without triangles.
Model sheets() {
    Model model;
    std::mt19937 random(7);
    for (const auto alpha :
         {Material::Alpha::opaque, Material::Alpha::mask, Material::Alpha::blend}) {
        addSheet(model, alpha, random);
    }
    model.primitives.push_back({});
    return model;
}

std::span<const uint32_t> of(const Primitive& primitive, std::span<const uint32_t> indices) {
    return indices.subspan(primitive.firstIndex, primitive.indexCount);
}

/// Returns the number of shaded vertices per triangle, for a vertex cache of 16 entries (FIFO).
double shadedATriangle(std::span<const uint32_t> indices) {
    std::deque<uint32_t> known;
    uint32_t shaded = 0;
    for (const uint32_t index : indices) {
        if (std::find(known.begin(), known.end(), index) != known.end()) continue;
        ++shaded;
        known.push_back(index);
        if (known.size() > 16) known.pop_front();
    }
    return 3.0 * shaded / static_cast<double>(indices.size());
}

/// Returns the triangles, each rotated so that its smallest index is first. The winding does not
/// change.
std::multiset<Triangle> trianglesOf(std::span<const uint32_t> indices) {
    std::multiset<Triangle> triangles;
    for (size_t i = 0; i < indices.size(); i += 3) {
        Triangle t{indices[i], indices[i + 1], indices[i + 2]};
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
        triangles.insert(t);
    }
    return triangles;
}

TEST(TriangleOrder, VerticesAreSeldomShadedTwiceAndTrianglesStay) {
    const Model model = sheets();
    const std::vector<uint32_t>&before = model.geometry.indices, ordered = trianglesInOrder(model);
    for (size_t p = 0; p < 2; ++p) {
        EXPECT_GT(shadedATriangle(of(model.primitives[p], before)), 2.5);
        EXPECT_LT(shadedATriangle(of(model.primitives[p], ordered)), 0.8);
    }
    ASSERT_EQ(ordered.size(), before.size());
    for (const Primitive& primitive : model.primitives) {
        EXPECT_EQ(trianglesOf(of(primitive, ordered)), trianglesOf(of(primitive, before)));
    }
    EXPECT_TRUE(
        std::ranges::equal(of(model.primitives[2], ordered), of(model.primitives[2], before)))
        << "blended triangles keep the order of the file";
}

}  // namespace
}  // namespace sinew
