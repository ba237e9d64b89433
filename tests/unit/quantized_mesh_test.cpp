// Meshes in 12 bytes a vertex.
#include "skinning/packing/quantized_mesh.h"

#include <gtest/gtest.h>

#include "skinning/bounds/bounds.h"
#include "tests/unit/posed.h"
#include "tests/unit/random_model.h"

namespace sinew {
namespace {

TEST(QuantizedMesh, PositionsAreWithinHalfAStepOfTheBoxOnEachAxis) {
    const Model model = test::randomModel(20, 3000, 4, false);
    const Model stored = asQuantized(model);
    const Box box = meshBox(model.geometry);
    const glm::dvec3 step = kQuantizedStep * (glm::dvec3(box.high) - glm::dvec3(box.low));
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        const glm::dvec3 off = glm::abs(glm::dvec3(stored.geometry.positions[v]) -
                                        glm::dvec3(model.geometry.positions[v]));
        ASSERT_TRUE(glm::all(glm::lessThanEqual(off, step))) << v;
        ASSERT_LE(test::degreesBetween(model.geometry.normals[v], stored.geometry.normals[v]),
                  0.06);
        ASSERT_EQ(stored.geometry.tangents[v].w, model.geometry.tangents[v].w);
    }
}

TEST(QuantizedMesh, ASideOfNoLengthIsExact) {
    Model model = test::randomModel(2, 100, 2, false);
    for (glm::vec3& position : model.geometry.positions) position.y = 0.3f;
    const Model stored = asQuantized(model);
    for (const glm::vec3& position : stored.geometry.positions) EXPECT_EQ(position.y, 0.3f);
}

TEST(QuantizedMesh, BoxesOfBindsHoldWhatIsStored) {
    const Model model = test::randomModel(20, 3000, 4, false);
    const Model stored = asQuantized(model);
    const Geometry& geometry = stored.geometry;
    std::vector<Box> boxes(model.binds.size());
    for (const BindBoxes::Entry& entry : makeBindBoxes(model).entries) {
        boxes[entry.bind] = entry.box;
    }
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
            const Box& box = boxes[geometry.influences[i].bind];
            ASSERT_TRUE(glm::all(glm::lessThanEqual(box.low, geometry.positions[v])) &&
                        glm::all(glm::lessThanEqual(geometry.positions[v], box.high)))
                << v;
        }
    }
}

}  // namespace
}  // namespace sinew
