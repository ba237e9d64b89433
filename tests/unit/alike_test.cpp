// Vertices are alike if no image can differ, and form a wedge if only their normals differ.
#include "skinning/model/alike.h"

#include <gtest/gtest.h>

#include <functional>

namespace sinew {
namespace {

/// Two equal vertices with every attribute, all of which their material uses.
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
    geometry.influenceOffsets = geometry.morphOffsets = {0};
    for (int v = 0; v < 2; ++v) {
        geometry.positions.emplace_back(1, 2, 3);
        geometry.normals.emplace_back(0, 0, 1);
        geometry.tangents.emplace_back(1, 0, 0, 1);
        geometry.colors.emplace_back(1, 0.5f, 0, 1);
        geometry.influences.insert(geometry.influences.end(), {{0, 0.75f}, {1, 0.25f}});
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
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
    EXPECT_EQ(drawnVertices(model), 2u);
    model.geometry.indices = {0, 1, 1, 1, 1, 1};
    model.primitives.push_back({.vertexCount = 2, .firstIndex = 3, .indexCount = 3});
    EXPECT_EQ(drawnVertices(model), 3u);
}

TEST(Alike, AreVerticesThatAreTheSame) {
    EXPECT_TRUE(stayAlike([](Model&) {}));
    EXPECT_TRUE(stayOfAWedge([](Model&) {}));
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

}  // namespace
}  // namespace sinew
