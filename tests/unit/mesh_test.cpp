// Primitives: topology, order, and what import adds where the file is silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/check_model.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// A unit square as four vertices: 0 1 / 2 3 in a strip's order.
GltfBuilder square(int mode) {
    GltfBuilder builder = test::triangle();
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    primitive["attributes"]["POSITION"] =
        builder.accessor<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3");
    primitive["mode"] = mode;
    return builder;
}

TEST(Mesh, NonIndexedPrimitivesDrawTheirVerticesInOrder) {
    EXPECT_THAT(test::triangle().import().geometry.indices, ElementsAre(0, 1, 2));
}

TEST(Mesh, StripsAndFansBecomeTriangleListsWithTheirWinding) {
    EXPECT_THAT(square(5).import().geometry.indices, ElementsAre(0, 1, 2, 1, 3, 2));
    EXPECT_THAT(square(6).import().geometry.indices, ElementsAre(1, 2, 0, 2, 3, 0));
}

TEST(Mesh, PointsAndLinesAreLeftOutWithAWarning) {
    GltfBuilder builder = test::triangle();
    Json lines = builder.root["meshes"][0]["primitives"][0];
    lines["mode"] = 1;
    builder.root["meshes"][0]["primitives"].push_back(lines);
    const Model model = builder.import();
    EXPECT_EQ(model.primitives.size(), 1u);
    EXPECT_THAT(model.warnings, Contains(HasSubstr("meshes[0].primitives[1]")));
}

TEST(Mesh, VerticesStandInOrderOfNodePrimitiveVertex) {
    GltfBuilder builder = test::triangle();
    // the tree visits node 2 before node 1; the vertices still follow the node's number
    builder.root["nodes"] = {{{"children", {2, 1}}}, {{"mesh", 0}}, {{"mesh", 0}}};
    const Model model = builder.import();
    ASSERT_EQ(model.primitives.size(), 2u);
    EXPECT_EQ(model.primitives[0].node, 1u);
    EXPECT_EQ(model.primitives[1].node, 2u);
    EXPECT_EQ(model.primitives[1].firstVertex, 3u);
    EXPECT_THAT(model.geometry.indices, ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(model.geometry.influenceOffsets.back(), 6u);
}

TEST(Mesh, MissingNormalsAreTheAreaWeightedMeanOfTheTriangles) {
    GltfBuilder builder = test::triangle();
    // +z with area 2, +x with area 1, sharing the edge 0 1
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    primitive["attributes"]["POSITION"] =
        builder.accessor<float>({0, 0, 0, 0, 1, 0, -4, 0, 0, 0, 0, 2}, "VEC3");
    primitive["indices"] = builder.accessor<uint8_t>({0, 1, 2, 0, 1, 3}, "SCALAR");
    const Model model = builder.import();
    EXPECT_FALSE(model.primitives[0].hasNormals);
    EXPECT_NEAR(test::degreesBetween(model.geometry.normals[0], {2, 0, 4}), 0, 1e-4);
    EXPECT_EQ(model.geometry.normals[2], glm::vec3(0, 0, 1));
    EXPECT_EQ(model.geometry.normals[3], glm::vec3(1, 0, 0));
}

TEST(Mesh, TangentsForANormalTextureFollowTheUvsAndTellMirroredOnesApart) {
    GltfBuilder builder = test::triangle();
    test::addNormalTexture(builder);
    Json& attributes = builder.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["NORMAL"] = builder.accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    // v points down in an image: u to the right and v up is a mirror image.
    attributes["TEXCOORD_0"] = builder.accessor<float>({0, 0, 1, 0, 0, 1}, "VEC2");
    EXPECT_EQ(builder.import().geometry.tangents[0], glm::vec4(1, 0, 0, -1));
    attributes["TEXCOORD_0"] = builder.accessor<float>({0, 1, 1, 1, 0, 0}, "VEC2");
    const Model upright = builder.import();
    EXPECT_FALSE(upright.primitives[0].hasTangents);
    EXPECT_EQ(upright.geometry.tangents[0], glm::vec4(1, 0, 0, 1));
}

TEST(Mesh, PrimitivesWithTheSameAccessorsShareTheirVertices) {
    GltfBuilder builder = test::triangle();
    const int positions = builder.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 5, 5, 2, 0, 0});
    const Json attributes = {{"POSITION", positions}};
    Json& primitives = builder.root["meshes"][0]["primitives"];
    primitives = {
        {{"attributes", attributes}, {"indices", builder.accessor<uint8_t>({0, 1, 2}, "SCALAR")}},
        {{"attributes", attributes}, {"indices", builder.accessor<uint8_t>({1, 3, 2}, "SCALAR")}},
        {{"attributes", {{"POSITION", positions}, {"NORMAL", positions}}},
         {"indices", builder.accessor<uint8_t>({5, 3, 1}, "SCALAR")}}};
    const Model model = builder.import();
    // The first two share vertices 0 to 3. Vertex 4 is in no triangle.
    ASSERT_EQ(model.geometry.vertexCount(), 4u + 3u);
    EXPECT_EQ(model.verticesInNoTriangle, 2u + 3u);
    EXPECT_EQ(model.primitives[1].firstVertex, 0u);
    EXPECT_EQ(model.primitives[1].vertexCount, 4u);
    EXPECT_THAT(model.geometry.indices, ElementsAre(0, 1, 2, 1, 3, 2, 6, 5, 4));
    ASSERT_EQ(model.primitives[2].fileVertices.size(), 3u);
    EXPECT_EQ(model.primitives[2].fileVertices[2].first, 5u);
    EXPECT_EQ(model.geometry.positions[6], glm::vec3(2, 0, 0));
    EXPECT_EQ(test::brokenPromise(model), "");
}

TEST(Mesh, PrimitivesOfOtherNodesAndOtherTargetsHaveVerticesOfTheirOwn) {
    GltfBuilder builder = test::triangle();
    Json& primitives = builder.root["meshes"][0]["primitives"];
    primitives.push_back(Json(primitives[0]));
    primitives[0]["targets"] = {{{"POSITION", 0}}};
    primitives[1]["targets"] = {{{"POSITION", builder.vec3({1, 1, 1, 1, 1, 1, 1, 1, 1})}}};
    builder.add("nodes", {{"mesh", 0}});
    EXPECT_EQ(builder.import().geometry.vertexCount(), 4u * 3u);
}

TEST(Mesh, OneVertexInNoTriangleDoesNotWidenTheModel) {
    GltfBuilder builder = test::triangle();
    builder.attributes()["POSITION"] =
        builder.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 100, 100, 100});
    builder.attributes()["TEXCOORD_0"] = builder.accessor<float>(
        {0, 0, 1, 0, 0, 1, std::numeric_limits<float>::quiet_NaN(), 0}, "VEC2");
    builder.primitive()["indices"] = builder.accessor<uint8_t>({0, 1, 2}, "SCALAR");
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.vertexCount(), 3u);
    EXPECT_EQ(model.verticesInNoTriangle, 1u);
}

TEST(Mesh, CoordinatesThatNoTextureReadsMayBeNoNumbers) {
    GltfBuilder builder = test::triangle();
    builder.attributes()["TEXCOORD_0"] =
        builder.accessor<float>({0, 0, 1, 0, 0, std::numeric_limits<float>::quiet_NaN()}, "VEC2");
    EXPECT_EQ(builder.import().geometry.uvSets[0][2], glm::vec2(0, 0));
    test::addNormalTexture(builder);
    EXPECT_THAT(builder.importError(), testing::HasSubstr("element 2 is not finite"));
}

TEST(Mesh, GeneratedTangentsFollowTheTextureTransform) {
    GltfBuilder builder = test::triangle();
    test::addNormalTexture(builder);
    Json& attributes = builder.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["NORMAL"] = builder.accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    attributes["TEXCOORD_0"] = builder.accessor<float>({0, 1, 1, 1, 0, 0}, "VEC2");
    const auto tangentWith = [&](const Json& transform) {
        builder.root["materials"][0]["normalTexture"]["extensions"]["KHR_texture_transform"] =
            transform;
        return builder.import().geometry.tangents[0];
    };
    const glm::vec4 turned = tangentWith({{"rotation", 1.5707963}});
    EXPECT_LT(glm::distance(turned, glm::vec4(0, -1, 0, 1)), 1e-6f);
    EXPECT_EQ(tangentWith({{"scale", {-1, 1}}}), glm::vec4(-1, 0, 0, -1));
    EXPECT_EQ(tangentWith({{"scale", {3, 1}}}), glm::vec4(1, 0, 0, 1));
}

TEST(Mesh, AVertexOnTheSeamOfMirroredUvsIsCopiedWithAllThatItHas) {
    // Two triangles share the edge 0 1 along y; u grows away from it on both sides.
    GltfBuilder builder = test::skinnedTriangle();
    test::addNormalTexture(builder);
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    Json& attributes = primitive["attributes"];
    attributes["POSITION"] = builder.accessor<float>({0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0}, "VEC3");
    attributes["NORMAL"] = builder.accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    attributes["TEXCOORD_0"] = builder.accessor<float>({0, 1, 0, 0, 1, 1, 1, 1}, "VEC2");
    attributes["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    attributes["WEIGHTS_0"] =
        builder.accessor<float>({.5f, .5f, 0, 0, .25f, .75f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    primitive["indices"] = builder.accessor<uint8_t>({0, 2, 1, 0, 1, 3}, "SCALAR");
    const Model model = builder.import();
    EXPECT_THAT(model.primitives[0].tangentCopies, ElementsAre(0, 1));
    EXPECT_EQ(model.primitives[0].vertexCount, 6u);
    EXPECT_THAT(model.geometry.indices, ElementsAre(0, 2, 1, 4, 5, 3));
    EXPECT_EQ(model.geometry.positions[5], glm::vec3(0, 1, 0));
    EXPECT_EQ(model.geometry.tangents[1], glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(model.geometry.tangents[5], glm::vec4(-1, 0, 0, -1));
    EXPECT_THAT(model.geometry.influenceOffsets, ElementsAre(0, 2, 4, 5, 6, 8, 10));
    EXPECT_EQ(model.geometry.influences[8].weight, .75f);
}

TEST(Mesh, WithoutUvsTangentsAreUnitAndPerpendicular) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
        builder.accessor<float>({1, 0, 0, 0, 3, 4, -1, -1, -1}, "VEC3");
    const Model model = builder.import();
    for (size_t v = 0; v < 3; ++v) {
        const glm::vec3 tangent(model.geometry.tangents[v]);
        EXPECT_NEAR(glm::length(tangent), 1, 1e-6);
        EXPECT_NEAR(glm::dot(tangent, model.geometry.normals[v]), 0, 1e-6);
        EXPECT_NEAR(glm::length(model.geometry.normals[v]), 1, 1e-6);
    }
}

TEST(Mesh, NormalsOfLengthZeroAreGenerated) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
        builder.accessor<float>({0, 0, 0, 0, 1, 0, 0, 1, 0}, "VEC3");
    const Model model = builder.import();
    EXPECT_TRUE(model.primitives[0].hasNormals);
    EXPECT_EQ(model.geometry.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(model.geometry.normals[1], glm::vec3(0, 1, 0));
}

TEST(Mesh, TangentsHaveUnitLengthAndKeepTheirSign) {
    GltfBuilder builder = test::triangle();
    Json& attributes = builder.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["NORMAL"] = builder.accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    attributes["TANGENT"] = builder.accessor<float>({1, 0, 0, 1, 0, 2, 0, -1, 1, 0, 0, -1}, "VEC4");
    EXPECT_THAT(builder.import().geometry.tangents,
                ElementsAre(glm::vec4(1, 0, 0, 1), glm::vec4(0, 1, 0, -1), glm::vec4(1, 0, 0, -1)));
}

TEST(Mesh, ColorsWithoutAlphaAreOpaque) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] =
        builder.accessor<float>({1, 0, 0, 0, 1, 0, .25f, .5f, .75f}, "VEC3");
    EXPECT_THAT(
        builder.import().geometry.colors,
        ElementsAre(glm::vec4(1, 0, 0, 1), glm::vec4(0, 1, 0, 1), glm::vec4(.25f, .5f, .75f, 1)));
}

TEST(Mesh, TangentsWithoutNormalsAreIgnored) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["TANGENT"] =
        builder.accessor<float>({0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}, "VEC4");
    const Model model = builder.import();
    EXPECT_FALSE(model.primitives[0].hasTangents);
    EXPECT_NEAR(model.geometry.tangents[0].z, 0, 1e-6);
}

TEST(Mesh, TexturesChooseTheUvSetsThatAreRead) {
    GltfBuilder builder = test::triangle();
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    primitive["attributes"]["TEXCOORD_0"] = builder.accessor<float>({0, 0, 0, 0, 0, 0}, "VEC2");
    primitive["attributes"]["TEXCOORD_1"] =
        builder.accessor<uint8_t>({0, 0, 0, 0, 255, 51, 0, 0, 0, 0, 0, 0}, "VEC4");
    builder.root["accessors"].back()["type"] = "VEC2";
    builder.root["accessors"].back()["count"] = 3;
    builder.root["accessors"].back()["normalized"] = true;
    builder.root["bufferViews"].back()["byteStride"] = 4;
    test::addNormalTexture(builder, 1);
    const Model model = builder.import();
    const uint32_t set = model.materials[0].normalTexture.uvSet;
    EXPECT_EQ(model.geometry.uvSets.at(set)[1], glm::vec2(1.0f, 0.2f));
}

TEST(MeshErrors, IndicesPastTheVerticesAreNamed) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["indices"] =
        builder.accessor<uint16_t>({0, 1, 3}, "SCALAR");
    EXPECT_THAT(builder.importError(), HasSubstr("index 3 at position 2"));
    EXPECT_THAT(builder.importError(), HasSubstr("meshes[0].primitives[0].indices"));
}

TEST(MeshErrors, AttributesOfDifferentLengthAreNamed) {
    GltfBuilder builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] =
        builder.accessor<float>({0, 0, 1, 0, 0, 1}, "VEC3");
    EXPECT_THAT(builder.importError(), HasSubstr("2 elements, but the primitive has 3 vertices"));
    EXPECT_THAT(builder.importError(), HasSubstr("attributes.NORMAL"));
}

TEST(MeshErrors, MeshesAndMaterialsOutOfRangeAreNamed) {
    GltfBuilder builder = test::triangle();
    builder.root["nodes"][0]["mesh"] = 3;
    EXPECT_THAT(builder.importError(),
                HasSubstr("nodes[0].mesh: mesh 3 does not exist (the file has 1)"));
    builder = test::triangle();
    builder.root["meshes"][0]["primitives"][0]["material"] = 1;
    EXPECT_THAT(builder.importError(), HasSubstr("material 1 does not exist (the file has 0)"));
}

}  // namespace
}  // namespace sinew
