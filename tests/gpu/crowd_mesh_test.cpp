// What crowds that are compared must agree in.
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class CrowdMeshTest : public test::GpuTest {};

TEST_F(CrowdMeshTest, EveryFormatAndLimitHasItsVerticesInTheSamePlaces) {
    const auto expected = CrowdMesh::create(device(), mannequin(), {}, {})->mesh.order;
    for (const InfluenceFormat format :
         {InfluenceFormat::split32, InfluenceFormat::folkFloat, InfluenceFormat::u8x4,
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
