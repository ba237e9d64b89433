// Which corners of a vertex share it, and which get a copy.
#include "skinning/gltf/mesh/seam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sinew::gltf {
namespace {

using testing::ElementsAre;

TEST(Seam, CornersShareAVertexWhoseTangentIsTheirsAndHasTheirSign) {
    const glm::vec4 right(1, 0, 0, 1), mirrored(1, 0, 0, -1), up(0, 1, 0, 1);
    const std::vector<glm::vec4> ofCorners = {right, mirrored, up, mirrored, right, up};
    std::vector<uint32_t> corners = {0, 0, 0, 0, 0, 1};
    std::vector<glm::vec4> tangents(2), copies;
    EXPECT_THAT(shareTangents(ofCorners, corners, tangents, copies), ElementsAre(0, 0));
    EXPECT_THAT(corners, ElementsAre(0, 2, 3, 2, 0, 1));
    EXPECT_THAT(tangents, ElementsAre(right, up));
    EXPECT_THAT(copies, ElementsAre(mirrored, up));
}

}  // namespace
}  // namespace sinew::gltf
