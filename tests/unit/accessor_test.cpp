// Every accessor form, seen through the geometry that import leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::HasSubstr;

/// Packed as tightly as some exporters do.
template <typename T>
Model withPositions(const std::vector<T>& values, bool normalized) {
    GltfBuilder builder = test::triangle();
    builder.attributes()["POSITION"] =
        builder.add("accessors", {{"bufferView", builder.view(values)},
                                  {"componentType", test::componentType<T>()},
                                  {"normalized", normalized},
                                  {"count", 3},
                                  {"type", "VEC3"}});
    builder.root["extensionsUsed"] = {"KHR_mesh_quantization"};
    builder.root["extensionsRequired"] = {"KHR_mesh_quantization"};
    return builder.import();
}

TEST(Accessor, IntegersPassAsTheyAreWithoutNormalized) {
    const std::vector<glm::vec3> expected = {{0, 1, 2}, {3, 4, 5}, {100, 7, 8}};
    EXPECT_EQ(withPositions<int8_t>({0, 1, 2, 3, 4, 5, 100, 7, 8}, false).geometry.positions,
              expected);
    EXPECT_EQ(withPositions<uint8_t>({0, 1, 2, 3, 4, 5, 100, 7, 8}, false).geometry.positions,
              expected);
    EXPECT_EQ(withPositions<int16_t>({0, 1, 2, 3, 4, 5, 100, 7, 8}, false).geometry.positions,
              expected);
    EXPECT_EQ(withPositions<uint16_t>({0, 1, 2, 3, 4, 5, 100, 7, 8}, false).geometry.positions,
              expected);
}

TEST(Accessor, NormalizedIntegersReachOneAndSignedOnesStopAtMinusOne) {
    const Model s8 = withPositions<int8_t>({127, -127, -128, 0, 64, 0, 0, 0, 0}, true);
    EXPECT_EQ(s8.geometry.positions[0], glm::vec3(1, -1, -1));
    EXPECT_FLOAT_EQ(s8.geometry.positions[1].y, 64.0f / 127.0f);
    const Model u8 = withPositions<uint8_t>({255, 128, 0, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(u8.geometry.positions[0].x, 1.0f);
    EXPECT_FLOAT_EQ(u8.geometry.positions[0].y, 128.0f / 255.0f);
    const Model s16 = withPositions<int16_t>({32767, -32768, 16384, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(s16.geometry.positions[0].x, 1.0f);
    EXPECT_EQ(s16.geometry.positions[0].y, -1.0f);
    EXPECT_FLOAT_EQ(s16.geometry.positions[0].z, 16384.0f / 32767.0f);
    const Model u16 = withPositions<uint16_t>({65535, 1, 0, 0, 0, 0, 0, 0, 0}, true);
    EXPECT_EQ(u16.geometry.positions[0].x, 1.0f);
    EXPECT_FLOAT_EQ(u16.geometry.positions[0].y, 1.0f / 65535.0f);
}

TEST(Accessor, ByteStrideAndOffsetReadInterleavedAttributes) {
    GltfBuilder builder = test::triangle();
    // position, then uv, 20 bytes a vertex
    const size_t view =
        builder.view<float>({0, 0, 0, .1f, .2f, 1, 0, 0, .3f, .4f, 0, 1, 5, .5f, .6f});
    builder.root["bufferViews"][view]["byteStride"] = 20;
    builder.attributes()["POSITION"] = builder.add(
        "accessors",
        {{"bufferView", view}, {"componentType", 5126}, {"count", 3}, {"type", "VEC3"}});
    builder.attributes()["TEXCOORD_0"] = builder.add("accessors", {{"bufferView", view},
                                                                   {"byteOffset", 12},
                                                                   {"componentType", 5126},
                                                                   {"count", 3},
                                                                   {"type", "VEC2"}});
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.positions[2], glm::vec3(0, 1, 5));
    EXPECT_EQ(model.geometry.uvSets[0][1], glm::vec2(.3f, .4f));
    EXPECT_EQ(model.geometry.uvSets[0][2], glm::vec2(.5f, .6f));
}

TEST(Accessor, WithoutABufferViewIsZeros) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0].erase("bufferView");
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.positions, std::vector<glm::vec3>(3, glm::vec3(0)));
}

Json sparse(GltfBuilder& builder, const std::vector<uint16_t>& indices,
            const std::vector<float>& values) {
    return {{"count", indices.size()},
            {"indices", {{"bufferView", builder.view(indices)}, {"componentType", 5123}}},
            {"values", {{"bufferView", builder.view(values)}}}};
}

TEST(Accessor, SparseReplacesElementsOfItsView) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["sparse"] = sparse(builder, {0, 2}, {7, 8, 9, 4, 5, 6});
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.positions, (std::vector<glm::vec3>{{7, 8, 9}, {1, 0, 0}, {4, 5, 6}}));
}

TEST(Accessor, SparseWithoutAViewReplacesZeros) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["sparse"] = sparse(builder, {1}, {4, 5, 6});
    builder.root["accessors"][0].erase("bufferView");
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.positions, (std::vector<glm::vec3>{{0, 0, 0}, {4, 5, 6}, {0, 0, 0}}));
}

TEST(Accessor, IndicesOfEveryWidthAndFormAreRead) {
    const auto indicesWith = [](const auto& values) {
        GltfBuilder builder = test::triangle();
        builder.root["meshes"][0]["primitives"][0]["indices"] = builder.accessor(values, "SCALAR");
        return builder.import().geometry.indices;
    };
    const std::vector<uint32_t> expected = {2, 1, 0};
    EXPECT_EQ(indicesWith(std::vector<uint8_t>{2, 1, 0}), expected);
    EXPECT_EQ(indicesWith(std::vector<uint16_t>{2, 1, 0}), expected);
    EXPECT_EQ(indicesWith(std::vector<uint32_t>{2, 1, 0}), expected);

    GltfBuilder builder = test::triangle();
    Json accessor = {{"componentType", 5125}, {"count", 3}, {"type", "SCALAR"}};
    const std::vector<uint32_t> values = {1, 2};
    accessor["sparse"] = {
        {"count", 2},
        {"indices",
         {{"bufferView", builder.view(std::vector<uint8_t>{1, 2})}, {"componentType", 5121}}},
        {"values", {{"bufferView", builder.view(values)}}}};
    builder.root["meshes"][0]["primitives"][0]["indices"] = builder.add("accessors", accessor);
    EXPECT_EQ(builder.import().geometry.indices, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(AccessorErrors, ReachingPastTheViewNamesThePath) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["count"] = 4;
    EXPECT_THAT(builder.importError(), HasSubstr("meshes[0].primitives[0].attributes.POSITION"));
    EXPECT_THAT(builder.importError(), HasSubstr("reach past the 36 bytes of buffer view 0"));
    // As many as the view has room for, but not from there on.
    builder.root["accessors"][0]["count"] = 3;
    builder.root["accessors"][0]["byteOffset"] = 4;
    EXPECT_THAT(builder.importError(),
                HasSubstr("from byte 4 reach past the 36 bytes of buffer view 0"));
}

TEST(AccessorErrors, FourBillionVerticesInASmallFileCostNothing) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["count"] = 4000000000u;
    EXPECT_THAT(builder.importError(), HasSubstr("4000000000 elements"));
    builder.root["accessors"][0].erase("bufferView");
    EXPECT_THAT(builder.importError(), HasSubstr("exceed the data of the file"));
    builder.root["accessors"][0]["count"] = 2000000000u;
    EXPECT_THAT(builder.importError(), HasSubstr("the indices need 32000.0 MB of memory"));
    builder.root["accessors"][0]["count"] = 18446744073709551615u;
    EXPECT_THAT(builder.importError(), HasSubstr("exceed the data of the file"));
}

TEST(AccessorErrors, OffsetsThatOverflowAreCaught) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["byteOffset"] = 18446744073709551612u;
    EXPECT_THAT(builder.importError(), HasSubstr("reach past"));
    builder = test::triangle();
    builder.root["bufferViews"][0]["byteOffset"] = 18446744073709551612u;
    EXPECT_THAT(builder.importError(), HasSubstr("bufferViews[0]"));
    builder = test::triangle();
    builder.root["bufferViews"][0]["byteLength"] = 18446744073709551612u;
    EXPECT_THAT(builder.importError(), HasSubstr("bufferViews[0]"));
}

TEST(AccessorErrors, WrongTypesAndIndicesAreNamed) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["type"] = "VEC2";
    EXPECT_THAT(builder.importError(), HasSubstr("3 components per element are expected, not 2"));
    builder = test::triangle();
    builder.root["accessors"][0]["componentType"] = 5130;
    EXPECT_THAT(builder.importError(), HasSubstr("componentType 5130"));
    builder = test::triangle();
    builder.root["accessors"][0]["bufferView"] = 9;
    EXPECT_THAT(builder.importError(), HasSubstr("buffer view 9 does not exist (the file has 1)"));
    builder = test::triangle();
    builder.attributes()["POSITION"] = 5;
    EXPECT_THAT(builder.importError(), HasSubstr("accessor 5 does not exist (the file has 1)"));
    builder = test::triangle();
    builder.root["bufferViews"][0]["buffer"] = 1;
    EXPECT_THAT(builder.importError(), HasSubstr("bufferViews[0].buffer"));
    builder = test::triangle();
    builder.root["bufferViews"][0]["byteStride"] = 8;
    EXPECT_THAT(builder.importError(), HasSubstr("byteStride 8 is less than the 12 bytes"));
}

TEST(AccessorErrors, NumbersOfTheWrongKindNameTheirPath) {
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["byteOffset"] = -4;
    EXPECT_THAT(builder.importError(), HasSubstr("accessors[0].byteOffset"));
    builder = test::triangle();
    builder.root["nodes"][0]["mesh"] = "0";
    EXPECT_THAT(builder.importError(),
                HasSubstr("nodes[0].mesh: a non-negative integer is expected, not string"));
    builder = test::triangle();
    builder.attributes()["POSITION"] = 4294967296u;
    EXPECT_THAT(builder.importError(), HasSubstr("4294967296 is out of range"));
}

TEST(AccessorErrors, NotANumberIsNamedByElement) {
    GltfBuilder builder = test::triangle();
    builder.attributes()["POSITION"] =
        builder.accessor<float>({0, 0, 0, 1, NAN, 0, 0, 1, 0}, "VEC3");
    EXPECT_THAT(builder.importError(), HasSubstr("element 1 is not finite"));
    builder.attributes()["POSITION"] =
        builder.accessor<float>({0, 0, 0, 1, 0, 0, 0, 1, -INFINITY}, "VEC3");
    EXPECT_THAT(builder.importError(), HasSubstr("element 2 is not finite"));
}

TEST(AccessorErrors, SparseIndicesMustAscendWithinRange) {
    for (const std::vector<uint16_t>& indices :
         {std::vector<uint16_t>{2, 1}, std::vector<uint16_t>{1, 1}, std::vector<uint16_t>{0, 3}}) {
        GltfBuilder builder = test::triangle();
        builder.root["accessors"][0]["sparse"] = sparse(builder, indices, {1, 2, 3, 4, 5, 6});
        EXPECT_THAT(builder.importError(), HasSubstr("out of range or not ascending"));
    }
    GltfBuilder builder = test::triangle();
    builder.root["accessors"][0]["sparse"] = sparse(builder, {0}, {1, 2, 3});
    builder.root["accessors"][0]["sparse"]["count"] = 4;
    EXPECT_THAT(builder.importError(), HasSubstr("4 sparse elements exceed the accessor's 3"));
}

}  // namespace
}  // namespace sinew
