// The mesh of the plain kernel: weights that sum to one exactly, entries and directions that come
// back.
#include <gtest/gtest.h>

#include <cmath>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/model/plain_mesh.h"
#include "tests/unit/shipped.h"

namespace sinew {
namespace {

void expectPacked(const Model& model) {
    const Geometry& geometry = model.geometry;
    const PlainMesh mesh = packPlainMesh(model);
    const uint32_t one = ~0u >> mesh.bindBits;  // a weight of 1
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
            // The heaviest also takes what the others were rounded by, and what floats leave of 1.
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
