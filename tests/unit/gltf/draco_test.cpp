// Draco-compressed primitives import as the arrays that were compressed.
#include <draco/compression/expert_encode.h>
#include <draco/core/encoder_buffer.h>
#include <draco/mesh/mesh.h>
#include <draco/point_cloud/point_cloud.h>
#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::HasSubstr;

constexpr uint32_t kSheetSide = 12;
constexpr uint32_t kVertices = kSheetSide * kSheetSide;
constexpr uint32_t kCorners = 6 * (kSheetSide - 1) * (kSheetSide - 1);

// A sheet of kSheetSide x kSheetSide vertices with different joint weights, as it is before
// compression.
struct Sheet {
    std::vector<float> positions, weights;
    std::vector<uint16_t> joints;
    std::vector<uint32_t> corners;
};

Sheet dracoSheet() {
    Sheet out;
    for (uint32_t v = 0; v < kVertices; ++v) {
        const uint32_t x = v % kSheetSide, y = v / kSheetSide;
        const float along = static_cast<float>(x) / kSheetSide,
                    across = static_cast<float>(y) / kSheetSide;
        out.positions.insert(out.positions.end(), {along, across, std::sin(4 * along)});
        out.weights.insert(out.weights.end(), {1 - across, across, 0, 0});
        out.joints.insert(out.joints.end(), {0, static_cast<uint16_t>(300 + x), 0, 0});
        if (x + 1 == kSheetSide || y + 1 == kSheetSide) continue;
        out.corners.insert(out.corners.end(),
                           {v, v + 1, v + kSheetSide + 1, v, v + kSheetSide + 1, v + kSheetSide});
    }
    return out;
}

template <typename T>
int addAttribute(draco::PointCloud& cloud, draco::GeometryAttribute::Type type,
                 draco::DataType data, int8_t components, const std::vector<T>& values) {
    draco::GeometryAttribute attribute;
    attribute.Init(type, nullptr, components, data, false,
                   static_cast<int64_t>(sizeof(T)) * components, 0);
    const int id = cloud.AddAttribute(attribute, true, kVertices);
    for (uint32_t v = 0; v < kVertices; ++v) {
        cloud.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(v),
                                               values.data() + size_t{v} * components);
    }
    return id;
}

enum class Coding { sequential, edgebreaker, quantized };

// Returns the sheet as a Draco stream. The unique ids of the attributes are 0 (positions), 1
// (joints) and 2 (weights).
std::vector<uint8_t> encoded(const Sheet& sheet, Coding coding) {
    draco::Mesh mesh;
    mesh.set_num_points(kVertices);
    const int positions = addAttribute(mesh, draco::GeometryAttribute::POSITION, draco::DT_FLOAT32,
                                       3, sheet.positions);
    addAttribute(mesh, draco::GeometryAttribute::GENERIC, draco::DT_UINT16, 4, sheet.joints);
    addAttribute(mesh, draco::GeometryAttribute::GENERIC, draco::DT_FLOAT32, 4, sheet.weights);
    for (size_t c = 0; c < sheet.corners.size(); c += 3) {
        mesh.AddFace({draco::PointIndex(sheet.corners[c]), draco::PointIndex(sheet.corners[c + 1]),
                      draco::PointIndex(sheet.corners[c + 2])});
    }
    draco::ExpertEncoder encoder(mesh);
    encoder.SetEncodingMethod(coding == Coding::sequential ? draco::MESH_SEQUENTIAL_ENCODING
                                                           : draco::MESH_EDGEBREAKER_ENCODING);
    if (coding == Coding::quantized) encoder.SetAttributeQuantization(positions, 14);
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeToBuffer(&buffer).ok());
    return {buffer.data(), buffer.data() + buffer.size()};
}

GltfBuilder compressed(const std::vector<uint8_t>& stream) {
    GltfBuilder builder;
    const size_t view = builder.view(stream);
    const auto accessor = [&](int componentType, const char* type, size_t count) {
        return builder.add("accessors",
                           {{"componentType", componentType}, {"type", type}, {"count", count}});
    };
    const Json attributes = {{"POSITION", accessor(5126, "VEC3", kVertices)},
                             {"JOINTS_0", accessor(5123, "VEC4", kVertices)},
                             {"WEIGHTS_0", accessor(5126, "VEC4", kVertices)}};
    const Json extension = {{"bufferView", view},
                            {"attributes", {{"POSITION", 0}, {"JOINTS_0", 1}, {"WEIGHTS_0", 2}}}};
    const Json primitive = {{"attributes", attributes},
                            {"indices", accessor(5123, "SCALAR", kCorners)},
                            {"extensions", {{"KHR_draco_mesh_compression", extension}}}};
    builder.add("meshes", {{"primitives", {primitive}}});
    builder.add("nodes", {{"mesh", 0}, {"skin", 0}});
    Json joints = Json::array();
    for (size_t j = 0; j < 300 + kSheetSide; ++j)
        joints.push_back(builder.add("nodes", {{"name", "j"}}));
    builder.add("skins", {{"joints", joints}});
    builder.root["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return builder;
}

GltfBuilder compressed() {
    return compressed(encoded(dracoSheet(), Coding::sequential));
}

// Expects that the model's vertex `v` is the sheet's vertex `w`.
void expectVertex(const Model& model, uint32_t v, const Sheet& sheet, uint32_t w) {
    const auto& offsets = model.geometry.influenceOffsets;
    float weightOfSecond = 0;
    uint32_t second = 0;
    for (uint32_t i = offsets[v]; i < offsets[v + 1]; ++i) {
        const Influence& influence = model.geometry.influences[i];
        const uint32_t joint = model.binds[influence.bind].joint;
        if (joint == model.binds[model.skins[0].binds[0]].joint) continue;
        second = influence.bind;
        weightOfSecond = influence.weight;
    }
    EXPECT_NEAR(weightOfSecond, sheet.weights[4 * w + 1], 1e-6f);
    if (weightOfSecond > 0) {
        EXPECT_EQ(second, model.skins[0].binds[sheet.joints[4 * w + 1]]);
    }
}

TEST(Draco, SequentialDataIsDecodedInOrderBitForBit) {
    const Sheet source = dracoSheet();
    const Model model = compressed(encoded(source, Coding::sequential)).import();
    ASSERT_EQ(model.geometry.vertexCount(), kVertices);
    EXPECT_EQ(model.geometry.indices, source.corners);
    for (uint32_t v = 0; v < kVertices; ++v) {
        EXPECT_EQ(model.geometry.positions[v],
                  glm::vec3(source.positions[3 * v], source.positions[3 * v + 1],
                            source.positions[3 * v + 2]));
        expectVertex(model, v, source, v);
    }
}

// Expects that `model` has the vertices of `source`. They are matched by position, because
// edgebreaker reorders vertices.
void expectSameShape(const Model& model, const Sheet& source, float tolerance) {
    ASSERT_EQ(model.geometry.vertexCount(), kVertices);
    ASSERT_EQ(model.geometry.indices.size(), kCorners);
    std::vector<bool> met(kVertices, false);
    for (uint32_t v = 0; v < kVertices; ++v) {
        const glm::vec3& p = model.geometry.positions[v];
        const auto w = static_cast<uint32_t>(std::lround(p.x * kSheetSide) +
                                             std::lround(p.y * kSheetSide) * int{kSheetSide});
        ASSERT_LT(w, kVertices);
        met[w] = true;
        EXPECT_LE(glm::length(p - glm::vec3(source.positions[3 * w], source.positions[3 * w + 1],
                                            source.positions[3 * w + 2])),
                  tolerance);
        expectVertex(model, v, source, w);
    }
    EXPECT_EQ(std::count(met.begin(), met.end(), true), kVertices);
}

TEST(Draco, EdgebreakerDataIsReorderedAndQuantizedPositionsAreWithinTheirBits) {
    const Sheet source = dracoSheet();
    expectSameShape(compressed(encoded(source, Coding::edgebreaker)).import(), source, 0.0f);
    expectSameShape(compressed(encoded(source, Coding::quantized)).import(), source, 2.0f / 16384);
}

TEST(Draco, PrimitivesThatShareDataAreDecodedAlike) {
    GltfBuilder builder = compressed();
    Json& primitives = builder.root["meshes"][0]["primitives"];
    primitives.push_back(Json(primitives[0]));
    const Model model = builder.import();
    ASSERT_EQ(model.primitives.size(), 2u);
    EXPECT_EQ(model.primitives[1].vertexCount, kVertices);
    EXPECT_EQ(model.geometry.positions[0],
              model.geometry.positions[model.primitives[1].firstVertex]);
}

TEST(Draco, AttributesOutsideTheExtensionKeepTheirAccessor) {
    GltfBuilder builder = compressed();
    std::vector<float> uvs;
    for (uint32_t v = 0; v < kVertices; ++v) uvs.insert(uvs.end(), {static_cast<float>(v), 0.5f});
    builder.root["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] =
        builder.accessor(uvs, "VEC2");
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.uvSets.at(0)[7], glm::vec2(7.0f, 0.5f));
}

TEST(Draco, JointsTakeTheComponentTypeOfTheirAccessor) {
    Sheet source = dracoSheet();
    for (uint16_t& joint : source.joints) joint = joint >= 300 ? joint - 250 : joint;
    GltfBuilder builder = compressed(encoded(source, Coding::sequential));
    builder.root["accessors"][1]["componentType"] = 5121;
    const Model model = builder.import();
    expectVertex(model, kVertices - 1, source, kVertices - 1);
    // Joint indices up to 311 do not fit into a byte.
    builder = compressed();
    builder.root["accessors"][1]["componentType"] = 5121;
    EXPECT_THAT(builder.importError(), HasSubstr("does not fit its accessor's component type"));
}

TEST(Draco, AnotherNumberOfIndicesIsWarnedOf) {
    GltfBuilder builder = compressed();
    builder.root["accessors"][3]["count"] = kCorners + 3;
    EXPECT_THAT(builder.import().warnings, Contains(HasSubstr("and is used")));
}

TEST(DracoErrors, WhatTheDataLacksIsNamed) {
    const std::string primitive = "meshes[0].primitives[0].";
    const std::string draco = primitive + "extensions.KHR_draco_mesh_compression.";
    const std::pair<std::string, const char*> faults[] = {
        {draco + "attributes.POSITION = 17", "has no attribute 17"},
        {draco + "attributes.POSITION = 1", "has 4 components, its accessor has 3"},
        {draco + "attributes.NORMAL = 1", "the primitive does not have this attribute"},
        {draco + "bufferView = 5", "buffer view 5 does not exist (the file has 1)"},
        {primitive + "mode = 6", "Draco compression does not support mode 6"},
        {"accessors[0].count = 4000000000", "decoded attributes need 96000.0 MB of memory"},
    };
    const GltfBuilder good = compressed();
    for (const auto& [change, words] : faults) {
        EXPECT_THAT(GltfBuilder(good).set(change).importError(), HasSubstr(words)) << change;
    }
}

TEST(DracoErrors, BrokenDataAndPointCloudsAreNamed) {
    const std::vector<uint8_t> good = encoded(dracoSheet(), Coding::edgebreaker);
    std::vector<uint8_t> stream(good.begin(), good.begin() + 60);
    EXPECT_THAT(compressed(stream).importError(), HasSubstr("the Draco data is broken"));
    EXPECT_THAT(compressed(std::vector<uint8_t>(60, 'x')).importError(),
                HasSubstr("contains no Draco data"));
    stream = good;
    stream[7] = 0;  // byte 7 of the header: the geometry type
    EXPECT_THAT(compressed(stream).importError(), HasSubstr("a point cloud"));
    stream = good;
    stream[6] = 1;
    EXPECT_THAT(compressed(stream).importError(), HasSubstr("the Draco bitstream has version 2.1"));
}

TEST(DracoErrors, AccessorsThatShareAnAttributeAreCountedEach) {
    GltfBuilder builder = compressed();
    const Json primitive = builder.root["meshes"][0]["primitives"][0];
    const auto shareWith = [&](size_t accessors) {
        for (size_t i = 0; i < accessors; ++i) {
            Json other = primitive;
            other["attributes"]["POSITION"] =
                builder.add("accessors", builder.root["accessors"][0]);
            builder.root["meshes"][0]["primitives"].push_back(other);
        }
        return builder.importError();
    };
    EXPECT_EQ(shareWith(10), "");
    builder.root["accessors"][0]["count"] = 1000000;
    EXPECT_THAT(shareWith(20), HasSubstr("the decoded attributes need 24.0 MB of memory"));
}

// After the header of 11 bytes, a sequential stream has the numbers of faces and points. An
// edgebreaker stream has its traversal method and the numbers of vertices and faces.
TEST(DracoErrors, FourBillionFacesInAHundredBytesCostNothing) {
    const std::vector<uint8_t> huge = {0xff, 0xff, 0xff, 0xff, 0x0f};
    for (const uint8_t method : {0, 1}) {
        std::vector<uint8_t> stream = {'D', 'R', 'A', 'C', 'O', 2, 2, 1, method, 0, 0};
        if (method == 1) stream.push_back(0);
        for (int i = 0; i < 2; ++i) stream.insert(stream.end(), huge.begin(), huge.end());
        stream.resize(100);
        EXPECT_THAT(compressed(stream).importError(),
                    HasSubstr("faces of the Draco data need 549755.8 MB of memory"));
    }
}

}  // namespace
}  // namespace sinew
