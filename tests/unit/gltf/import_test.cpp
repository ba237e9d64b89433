// Import of vertices, skins, clips, morph targets, nodes and materials, beyond the torture set
// (tests/torture).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "skinning/animation/affine.h"
#include "skinning/animation/sample.h"
#include "tests/check_model.h"
#include "tests/encode_image.h"
#include "tests/unit/gltf/gltf_builder.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// ---------------------------------------------------------------- vertices

/// Returns the positions of a file whose vectors have components of type T without padding to four
/// bytes, as some exporters write them.
template <typename T>
std::vector<glm::vec3> packedTightly() {
    GltfBuilder builder = test::triangle().set(
        R"(extensionsUsed = ["KHR_mesh_quantization"] & accessors[0].bufferView = 1)");
    builder.view(std::vector<T>{0, 1, 2, 3, 4, 5, 100, 7, 8});
    builder.root["accessors"][0]["componentType"] = test::componentType<T>();
    return builder.import().geometry.positions;
}

TEST(Mesh, VectorsOfBytesAndShortsMayBePackedTightly) {
    const std::vector<glm::vec3> expected = {{0, 1, 2}, {3, 4, 5}, {100, 7, 8}};
    EXPECT_EQ(packedTightly<int8_t>(), expected);
    EXPECT_EQ(packedTightly<uint16_t>(), expected);
}

TEST(Mesh, VerticesAreInOrderOfNodePrimitiveVertex) {
    // The depth-first order visits node 2 before node 1, but vertices are in the order of nodes in
    // the file.
    const Model model = test::triangle()
                            .set(R"(nodes = [{"children": [2, 1]}, {"mesh": 0}, {"mesh": 0}])")
                            .import();
    ASSERT_EQ(model.primitives.size(), 2u);
    EXPECT_EQ(model.primitives[0].node, 1u);
    EXPECT_EQ(model.primitives[1].node, 2u);
    EXPECT_EQ(model.primitives[1].firstVertex, 3u);
    EXPECT_THAT(model.geometry.indices, ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(model.geometry.influenceOffsets.back(), 6u);
}

TEST(Mesh, MissingNormalsAreTheAreaWeightedMeanOfTheTriangles) {
    // Two triangles share the edge 0 1. One has the normal +z and the area 2, the other +x and the
    // area 1.
    GltfBuilder builder = test::triangle().with("POSITION", {0, 0, 0, 0, 1, 0, -4, 0, 0, 0, 0, 2});
    builder.primitive()["indices"] = builder.accessor<uint8_t>({0, 1, 2, 0, 1, 3}, "SCALAR");
    const Model model = builder.import();
    EXPECT_FALSE(model.primitives[0].hasNormals);
    EXPECT_NEAR(test::degreesBetween(model.geometry.normals[0], {2, 0, 4}), 0, 1e-4);
    EXPECT_EQ(model.geometry.normals[2], glm::vec3(0, 0, 1));
    EXPECT_EQ(model.geometry.normals[3], glm::vec3(1, 0, 0));
}

TEST(Mesh, PrimitivesWithTheSameAccessorsShareTheirVertices) {
    GltfBuilder builder = test::triangle();
    const int positions = builder.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 5, 5, 2, 0, 0});
    const Json attributes = {{"POSITION", positions}};
    builder.root["meshes"][0]["primitives"] = {
        {{"attributes", attributes}, {"indices", builder.accessor<uint8_t>({0, 1, 2}, "SCALAR")}},
        {{"attributes", attributes}, {"indices", builder.accessor<uint8_t>({1, 3, 2}, "SCALAR")}},
        {{"attributes", {{"POSITION", positions}, {"NORMAL", positions}}},
         {"indices", builder.accessor<uint8_t>({5, 3, 1}, "SCALAR")}}};
    const Model model = builder.import();
    // The first two primitives share vertices 0 to 3. No triangle uses vertex 4.
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
    builder.vec3({1, 1, 1, 1, 1, 1, 1, 1, 1});
    builder.set(R"(nodes = [{"mesh": 0}, {"mesh": 0}] & meshes[0].primitives = [
        {"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]},
        {"attributes": {"POSITION": 0}, "targets": [{"POSITION": 1}]}])");
    EXPECT_EQ(builder.import().geometry.vertexCount(), 4u * 3u);
}

TEST(Mesh, OneVertexInNoTriangleDoesNotWidenTheModel) {
    GltfBuilder builder = test::triangle()
                              .with("POSITION", {0, 0, 0, 1, 0, 0, 0, 1, 0, 100, 100, 100})
                              .with("TEXCOORD_0", {0, 0, 1, 0, 0, 1, kNaN, 0});
    builder.primitive()["indices"] = builder.accessor<uint8_t>({0, 1, 2}, "SCALAR");
    const Model model = builder.import();
    EXPECT_EQ(model.geometry.vertexCount(), 3u);
    EXPECT_EQ(model.verticesInNoTriangle, 1u);
}

TEST(Mesh, CoordinatesThatNoTextureReadsMayBeNoNumbers) {
    GltfBuilder builder = test::triangle().with("TEXCOORD_0", {0, 0, 1, 0, 0, kNaN});
    EXPECT_EQ(builder.import().geometry.uvSets[0][2], glm::vec2(0, 0));
    EXPECT_THAT(test::addNormalTexture(builder).importError(),
                HasSubstr("element 2 is not finite"));
}

TEST(Mesh, TangentsThatNoTextureReadsMayBeNoNumbers) {
    GltfBuilder builder = test::triangle()
                              .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1})
                              .with("TEXCOORD_0", {0, 0, 1, 0, 0, 1})
                              .with("TANGENT", {kNaN, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
    EXPECT_NEAR(glm::length(glm::vec3(builder.import().geometry.tangents[0])), 1, 1e-6);
    EXPECT_THAT(test::addNormalTexture(builder).importError(),
                HasSubstr("element 0 is not finite"));
}

TEST(Mesh, GeneratedTangentsFollowTheTextureTransform) {
    GltfBuilder builder = test::triangle()
                              .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1})
                              .with("TEXCOORD_0", {0, 1, 1, 1, 0, 0});
    test::addNormalTexture(builder);
    const auto tangentWith = [&](const Json& transform) {
        builder.root["materials"][0]["normalTexture"]["extensions"]["KHR_texture_transform"] =
            transform;
        const Model model = builder.import();
        EXPECT_FALSE(model.primitives[0].hasTangents);
        return model.geometry.tangents[0];
    };
    const glm::vec4 turned = tangentWith({{"rotation", 1.5707963}});
    EXPECT_LT(glm::distance(turned, glm::vec4(0, -1, 0, 1)), 1e-6f);
    EXPECT_EQ(tangentWith({{"scale", {-1, 1}}}), glm::vec4(-1, 0, 0, -1));
    EXPECT_EQ(tangentWith({{"scale", {3, 1}}}), glm::vec4(1, 0, 0, 1));
}

TEST(Mesh, AVertexOnTheSeamOfMirroredUvsIsCopiedWithAllThatItHas) {
    // Two triangles share the edge 0 1 along y; u increases away from this edge on both sides.
    GltfBuilder builder =
        test::skinnedTriangle()
            .with("POSITION", {0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0})
            .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1})
            .with("TEXCOORD_0", {0, 1, 0, 0, 1, 1, 1, 1})
            .with<uint8_t>("JOINTS_0", {0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})
            .with("WEIGHTS_0", {.5f, .5f, 0, 0, .25f, .75f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    test::addNormalTexture(builder);
    builder.primitive()["indices"] = builder.accessor<uint8_t>({0, 2, 1, 0, 1, 3}, "SCALAR");
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

TEST(Mesh, MissingNormalsAndTangentsAreUnitAndPerpendicular) {
    const std::vector<float> ignored = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
    const Model models[] = {
        test::triangle().with("NORMAL", {1, 0, 0, 0, 3, 4, -1, -1, -1}).import(),
        test::triangle().with("NORMAL", {0, 0, 0, 0, 1, 0, 0, 1, 0}).import(),  // length 0
        test::triangle().with("TANGENT", ignored).import()};
    for (const Model& model : models) {
        EXPECT_EQ(model.primitives[0].hasNormals, &model != &models[2]);
        EXPECT_FALSE(model.primitives[0].hasTangents);
        for (size_t v = 0; v < 3; ++v) {
            const glm::vec3 tangent(model.geometry.tangents[v]);
            EXPECT_NEAR(glm::length(tangent), 1, 1e-6);
            EXPECT_NEAR(glm::dot(tangent, model.geometry.normals[v]), 0, 1e-6);
            EXPECT_NEAR(glm::length(model.geometry.normals[v]), 1, 1e-6);
        }
    }
    EXPECT_EQ(models[1].geometry.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(models[1].geometry.normals[1], glm::vec3(0, 1, 0));
}

TEST(Mesh, TangentsHaveUnitLengthAndKeepTheirSign) {
    const Model model = test::triangle()
                            .with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1})
                            .with("TANGENT", {1, 0, 0, 1, 0, 2, 0, -1, 1, 0, 0, -1})
                            .import();
    EXPECT_THAT(model.geometry.tangents,
                ElementsAre(glm::vec4(1, 0, 0, 1), glm::vec4(0, 1, 0, -1), glm::vec4(1, 0, 0, -1)));
}

// ---------------------------------------------------------------- skins

std::vector<std::pair<uint32_t, float>> influencesOf(const Model& model, uint32_t vertex) {
    std::vector<std::pair<uint32_t, float>> out;
    for (uint32_t i = model.geometry.influenceOffsets[vertex];
         i < model.geometry.influenceOffsets[vertex + 1]; ++i) {
        out.emplace_back(model.geometry.influences[i].bind, model.geometry.influences[i].weight);
    }
    return out;
}

TEST(SkinImport, WeightsAreDividedByTheirSumOverAllSets) {
    const Model model = test::skinnedTriangle()
                            .set(R"(nodes[3] = {"name": "third"} & skins[0].joints = [1, 2, 3])")
                            .with<uint8_t>("JOINTS_1", {2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0})
                            .with("WEIGHTS_1", {1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0})
                            .import();
    EXPECT_THAT(influencesOf(model, 0), ElementsAre(Pair(0u, .5f), Pair(2u, .5f)));
    EXPECT_THAT(influencesOf(model, 1),
                ElementsAre(Pair(2u, .75f), Pair(1u, .1875f), Pair(0u, .0625f)));
}

TEST(SkinImport, RepeatedJointsMergeAndJointsOfTinyOrZeroWeightAreDropped) {
    const auto firstVertex = [](const std::vector<uint8_t>& joints,
                                const std::vector<float>& weights) {
        std::vector<uint8_t> allJoints = {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
        std::vector<float> allWeights = {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
        std::copy(joints.begin(), joints.end(), allJoints.begin());
        std::copy(weights.begin(), weights.end(), allWeights.begin());
        return influencesOf(test::skinnedTriangle()
                                .with("JOINTS_0", allJoints)
                                .with("WEIGHTS_0", allWeights)
                                .import(),
                            0);
    };
    EXPECT_THAT(firstVertex({0, 0, 1, 0}, {.25f, .25f, .25f, .25f}),
                ElementsAre(Pair(0u, .75f), Pair(1u, .25f)));
    EXPECT_THAT(firstVertex({0, 1, 0, 0}, {3, 1e-45f, 0, 0}), ElementsAre(Pair(0u, 1.0f)));
    EXPECT_THAT(firstVertex({0, 200, 99, 7}, {1, 0, 0, 0}), ElementsAre(Pair(0u, 1.0f)));
}

TEST(SkinImport, SkinsOverOneHierarchyShareBindsInHierarchyOrder) {
    GltfBuilder builder = test::skinnedTriangle();
    const auto identityTwice = [&builder](float x) {
        std::vector<float> m(32, 0.0f);
        for (size_t d = 0; d < 8; ++d) m[16 * (d / 4) + 5 * (d % 4)] = 1;
        m[12] = x;
        return builder.accessor<float>(m, "MAT4");
    };
    builder.root["skins"][0]["inverseBindMatrices"] = identityTwice(0);
    // The second skin has the joints in reverse order, and another inverse bind matrix for one of
    // them.
    builder.add(
        "skins",
        {{"name", "second"}, {"joints", {2, 1}}, {"inverseBindMatrices", identityTwice(3)}});
    builder.add("nodes", {{"mesh", 0}, {"skin", 1}});
    const Model model = builder.import();
    ASSERT_EQ(model.binds.size(), 3u);
    std::vector<std::string> joints;
    for (const Bind& bind : model.binds) joints.push_back(model.skeleton.names[bind.joint]);
    EXPECT_THAT(joints, ElementsAre("root", "tip", "tip"));
    EXPECT_LT(model.binds[0].joint, model.binds[1].joint);
    EXPECT_EQ(model.binds[2].jointFromBind[3].x, 3.0f);
    ASSERT_EQ(model.skins.size(), 2u);
    EXPECT_THAT(model.skins[0].binds, ElementsAre(0, 1));
    EXPECT_EQ(model.skins[1].name, "second");
    EXPECT_THAT(model.skins[1].binds, ElementsAre(2, 0));
    // Vertex 2 has joint 1 of the skin; vertex 5 is the same vertex with the other skin.
    EXPECT_EQ(influencesOf(model, 2).at(0).first, 1u);
    EXPECT_EQ(influencesOf(model, 5).at(0).first, 0u);
}

TEST(SkinImport, CappingKeepsTheHeaviestAndSaysWhatItDrops) {
    Model model = test::skinnedTriangle().import();
    EXPECT_EQ(capInfluences(model, 2), 0.0f);
    EXPECT_EQ(capInfluences(model, 1), .25f);
    EXPECT_THAT(influencesOf(model, 1), ElementsAre(Pair(1u, 1.0f)));
    EXPECT_EQ(model.geometry.influences.size(), 3u);
}

TEST(SkinImport, AVertexWithoutWeightFollowsItsFirstJoint) {
    const Model model =
        test::skinnedTriangle().with("WEIGHTS_0", {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}).import();
    EXPECT_THAT(
        model.warnings,
        Contains(HasSubstr("1 vertex has no weight above zero and follows its first joint")));
    EXPECT_THAT(influencesOf(model, 1), ElementsAre(Pair(0u, 1.0f)));
    EXPECT_THAT(influencesOf(model, 2), ElementsAre(Pair(1u, 1.0f)));
}

TEST(SkinImport, APrimitiveWithoutJointsFollowsTheFirstJoint) {
    const Model model = test::skinnedTriangle()
                            .set(R"(meshes[0].primitives[0].attributes.JOINTS_0 = &
                                    meshes[0].primitives[0].attributes.WEIGHTS_0 =)")
                            .import();
    EXPECT_THAT(model.warnings, Contains(HasSubstr("3 vertices have no weight above zero")));
    EXPECT_THAT(influencesOf(model, 2), ElementsAre(Pair(0u, 1.0f)));
}

TEST(SkinImport, WeightsFarFromASumOf1AreWarnedOf) {
    GltfBuilder builder =
        test::skinnedTriangle().with("WEIGHTS_0", {.63f, 0, 0, 0, .99f, 0, 0, 0, 1, 0, 0, 0});
    const std::string sum = "the weights do not sum to 1 and are normalised (vertices: 1)";
    EXPECT_THAT(builder.import().warnings, ElementsAre(sum));
    EXPECT_THAT(
        builder.set("nodes[0].skin =").import().warnings,
        ElementsAre("meshes[0].primitives[0]: JOINTS_0 is ignored for nodes without a skin"));
}

// ---------------------------------------------------------------- clips

/// The skinned triangle with accessors for channels: key times 0 and 1 s, and two vectors.
struct ClipImport : testing::Test {
    GltfBuilder builder = test::skinnedTriangle();
    int times = builder.scalars({0, 1});
    int vectors = builder.vec3({0, 0, 0, 1, 2, 3});
};

TEST_F(ClipImport, ChannelsOfEqualTimesShareTheirKeysAndAreNeighbours) {
    builder.channel(1, "translation", times, vectors);
    builder.channel(1, "scale", builder.scalars({0, 2}), vectors);
    builder.channel(2, "translation", builder.scalars({0, 1}), vectors);
    const Clip clip = builder.import().clips.at(0);
    EXPECT_THAT(clip.times, ElementsAre(0, 1, 0, 2));
    EXPECT_EQ(clip.values.size(), 6u) << "of one output";
    ASSERT_EQ(clip.channels.size(), 3u);
    EXPECT_EQ(clip.channels[0].firstKey, clip.channels[1].firstKey);
    EXPECT_NE(clip.channels[0].target, clip.channels[1].target);
    EXPECT_EQ(clip.channels[1].path, Channel::Path::translation);
    EXPECT_EQ(clip.channels[2].path, Channel::Path::scale);
    EXPECT_EQ(clip.durationSeconds, 2);
}

// The file has its channels joint by joint: translation, rotation, scale. Import sorts them by
// kind.
TEST_F(ClipImport, ChannelsThatAreAlikeAreNeighbours) {
    const int turns = builder.vec4({0, 0, 0, 1, 0, 0, 0, 1});
    for (const int node : {1, 2}) {
        builder.channel(node, "translation", times, vectors, node == 1 ? "STEP" : "LINEAR");
        builder.channel(node, "rotation", times, turns);
        builder.channel(node, "scale", times, vectors);
    }
    std::vector<std::pair<Channel::Path, Channel::Interpolation>> kinds;
    const Clip clip = builder.import().clips.at(0);
    for (const Channel& channel : clip.channels) {
        kinds.emplace_back(channel.path, channel.interpolation);
    }
    using Path = Channel::Path;
    using By = Channel::Interpolation;
    EXPECT_THAT(kinds,
                ElementsAre(Pair(Path::translation, By::step), Pair(Path::translation, By::linear),
                            Pair(Path::rotation, By::linear), Pair(Path::rotation, By::linear),
                            Pair(Path::scale, By::linear), Pair(Path::scale, By::linear)));
}

TEST_F(ClipImport, MoreClipsThanARequestCanNameAreRefused) {
    builder.channel(0, "translation", times, vectors);
    const Json animation = builder.root["animations"][0];
    while (builder.root["animations"].size() < kMostClips) builder.add("animations", animation);
    EXPECT_EQ(builder.importError(), "");
    builder.add("animations", animation);
    EXPECT_THAT(builder.importError(),
                HasSubstr("animations: 8192 animations, and at most 8191 are supported"));
}

TEST_F(ClipImport, ChannelsOfOtherPathsAreLeftOutWithAWarning) {
    builder.channel(1, "pointer", times, vectors);
    const Model model = builder.import();
    EXPECT_TRUE(model.clips.at(0).channels.empty());
    EXPECT_THAT(model.warnings, Contains(HasSubstr("path \"pointer\"")));
}

TEST_F(ClipImport, ClipsAreFoundByNameAndIndexAndUnknownOnesListTheValid) {
    builder.channel(0, "translation", times, vectors);
    builder.add("animations", builder.root["animations"][0]);
    const Model model = builder.set(R"(animations[1].name = "wave")").import();
    EXPECT_EQ(findClip(model, "wave"), 1u);
    EXPECT_EQ(findClip(model, "0"), 0u);
    EXPECT_THAT(
        [&] { findClip(model, "jump"); },
        testing::ThrowsMessage<std::runtime_error>(
            "model.gltf has no clip \"jump\"; choose one of: \"move\" (#0), \"wave\" (#1)"));
    EXPECT_THROW(findClip(model, "2"), std::runtime_error);
    EXPECT_THROW(findClip(test::triangle().import(), "0"), std::runtime_error);
}

// A float of 1e8 s has a step of 8 s, so rounding makes the times after the first key equal.
TEST_F(ClipImport, AClipStartsAtTheFirstKeyOfAllChannels) {
    builder.channel(1, "scale", builder.scalars({2, 3}), vectors);
    builder.channel(1, "translation", builder.scalars({-.5f, 1}), vectors);
    const Clip clip = builder.import().clips.at(0);
    EXPECT_THAT(clip.times, ElementsAre(2.5f, 3.5f, 0, 1.5f));
    EXPECT_EQ(clip.durationSeconds, 3.5f);
    EXPECT_EQ(clip.firstKeySeconds, -.5f);

    builder.channel(2, "translation", builder.scalars({-1e8f, 0}), vectors);
    const Clip far = builder.import().clips.at(0);
    EXPECT_GT(far.times[1], far.times[0]);
    EXPECT_GT(far.times[3], far.times[2]);
    EXPECT_EQ(far.durationSeconds, far.times[1]);
}

TEST_F(ClipImport, RotationKeysOfLengthZeroTakeTheValueOfAnotherKey) {
    const int three = builder.scalars({0, 1, 2});
    builder.channel(1, "rotation", three, builder.vec4({0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0}));
    builder.channel(2, "rotation", builder.scalars({0}),
                    builder.vec4({1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}), "CUBICSPLINE");
    const Model model = builder.import();
    EXPECT_THAT(model.clips.at(0).values, ElementsAre(0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,  //
                                                      1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0));
    EXPECT_THAT(model.warnings, Contains(HasSubstr("2 of 3 rotation keys have length 0")));
}

TEST_F(ClipImport, TwoKeysAtOneTimeAreAStep) {
    builder.channel(0, "translation", builder.scalars({0, 1, 1, 2}),
                    builder.vec3({0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0}));
    const Model model = builder.import();
    EXPECT_THAT(model.warnings,
                Contains(HasSubstr("keys with equal times become a step (1 of 4 keys)")));
    const auto xAt = [&](float seconds) {
        Pose pose = restPose(model);
        ClipSampler(model.clips[0]).sample(seconds, pose);
        return pose.joints[0].translation.x;
    };
    EXPECT_EQ(xAt(1.0f), 0);
    EXPECT_EQ(xAt(1.00001f), 5);
    EXPECT_EQ(xAt(1.5f), 5);
}

// ---------------------------------------------------------------- morph targets

TEST(MorphImport, DeltasAreListedByVertexWithoutZeros) {
    GltfBuilder builder = test::triangle().with("NORMAL", {0, 0, 2, 0, 0, 1, 0, 0, 1});
    const int positions = builder.vec3({0, 0, 1, 0, 0, 0, 0, 0, 3});
    const int normals = builder.vec3({0, 1, 0, 0, 0, 0, 0, 0, 0});
    builder.primitive()["targets"] = {{{"POSITION", positions}, {"NORMAL", normals}},
                                      {{"POSITION", builder.vec3({0, 0, 0, 0, 0, 0, 7, 8, 9})}}};
    builder.primitive()["targets"][0]["COLOR_0"] = builder.vec4(std::vector<float>(12, 1));
    const Model model = builder.import();
    EXPECT_THAT(model.warnings,
                ElementsAre("meshes[0].primitives[0].targets: COLOR_0 is not morphed"));
    const Geometry& geometry = model.geometry;
    EXPECT_THAT(geometry.morphOffsets, ElementsAre(0, 1, 1, 3));
    EXPECT_EQ(geometry.morphDeltas[0].position, glm::vec3(0, 0, 1));
    // The file's normal has length 2. Import normalises it, so the morph delta of the normal is
    // halved.
    EXPECT_EQ(geometry.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(geometry.morphDeltas[0].normal, glm::vec3(0, .5f, 0));
    EXPECT_EQ(geometry.morphDeltas[1].weight, 0u);
    EXPECT_EQ(geometry.morphDeltas[2].weight, 1u);
    EXPECT_EQ(geometry.morphDeltas[2].position, glm::vec3(7, 8, 9));
}

TEST(MorphImport, DeltasOfManyVerticesStayWithTheirVertex) {
    constexpr size_t kCount = 4200;  // more than import reads at once
    std::vector<float> positions(3 * kCount, 0.0f), deltas(3 * kCount, 0.0f);
    for (size_t v = 0; v < kCount; ++v) positions[3 * v + v % 3] = static_cast<float>(v);
    for (const size_t v : {1400, 4150}) deltas[3 * v] = static_cast<float>(v);
    GltfBuilder builder = test::triangle().with("POSITION", positions);
    builder.primitive()["targets"] = {{{"POSITION", builder.vec3(deltas)}}};
    const Geometry geometry = builder.import().geometry;
    ASSERT_EQ(geometry.morphDeltas.size(), 2u);
    for (const uint32_t delta : {0u, 1u}) {
        const uint32_t v = delta == 0 ? 1400 : 4150;
        EXPECT_EQ(geometry.morphDeltas[delta].position.x, static_cast<float>(v));
        EXPECT_EQ(geometry.positions[v][v % 3], static_cast<float>(v));
        EXPECT_EQ(geometry.morphOffsets.at(v), delta);
        EXPECT_EQ(geometry.morphOffsets.at(v + 1), delta + 1);
    }
}

// ---------------------------------------------------------------- nodes

TEST(Scene, JointsAreDepthFirstWithParentsBeforeChildren) {
    const Model model = test::triangle()
                            .set(R"(nodes = [
        {"name": "a", "mesh": 0}, {"name": "root", "children": [3, 0]}, {"name": "other"},
        {"name": "b", "children": [4]}, {"name": "c"}])")
                            .import();
    EXPECT_THAT(model.skeleton.names, ElementsAre("root", "b", "c", "a", "other"));
    EXPECT_THAT(model.skeleton.parents, ElementsAre(kNoParent, 0, 1, 0, kNoParent));
}

TEST(Scene, MatricesBecomeTranslationRotationScale) {
    const std::vector<double> matrices[] = {// quarter turn about z, scale 2, 3, 4
                                            {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1},
                                            // mirrored in y
                                            {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                            // next three: flat in z, a point, and a line
                                            {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1},
                                            {0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
    for (const std::vector<double>& matrix : matrices) {
        SCOPED_TRACE(testing::PrintToString(matrix));
        GltfBuilder builder = test::triangle();
        builder.root["nodes"][0]["matrix"] = matrix;
        const Transform rest = builder.import().skeleton.rest.at(0);
        const gpu::Affine back = affineFrom(rest);
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                EXPECT_NEAR(back[r][c], matrix[static_cast<size_t>(4 * c + r)], 1e-6);
            }
        }
        EXPECT_NEAR(glm::length(rest.rotation), 1, 1e-6);
    }
}

TEST(Scene, AMatrixOfThreeDecimalsIsWarnedOf) {
    GltfBuilder builder = test::triangle();
    builder.set("nodes[0].matrix = [0.866,0.5,0,0, -0.501,0.866,0,0, 0,0,1,0, 0,0,0,1]");
    const Model model = builder.import();
    EXPECT_THAT(
        model.warnings,
        testing::ElementsAre(HasSubstr("nodes[0].matrix: the matrix of nodes[0] contains shear")));
    EXPECT_NEAR(affineFrom(model.skeleton.rest.at(0))[0][1], -0.501, 1e-3);
}

TEST(Scene, StaticRotationsAreNormalized) {
    const Model model = test::triangle().set("nodes[0].rotation = [0, 0, 2, 2]").import();
    EXPECT_NEAR(model.skeleton.rest[0].rotation.z, std::sqrt(0.5), 1e-7);
    EXPECT_NEAR(model.skeleton.rest[0].rotation.w, std::sqrt(0.5), 1e-7);
}

TEST(Scene, ChainsOfManyThousandNodesImport) {
    GltfBuilder builder = test::triangle();
    for (int i = 0; i < 20000; ++i) {
        builder.root["nodes"].back()["children"] = {i + 1};
        builder.add("nodes", Json::object());
    }
    EXPECT_EQ(builder.import().skeleton.size(), 20001u);
}

TEST(Scene, ANodeWithAParentThatTheSceneListsIsDrawnOnce) {
    GltfBuilder builder = test::triangle().set(
        R"(nodes = [{"children": [1]}, {"children": [2]}, {"name": "child", "mesh": 0}])");
    for (const std::vector<int>& listed : {std::vector{0, 2}, std::vector{2, 0}, std::vector{2}}) {
        builder.root["scenes"] = {{{"nodes", listed}}};
        const Model model = builder.import();
        EXPECT_EQ(model.primitives.size(), 1u);
        EXPECT_EQ(model.skeleton.size(), listed.size() == 1 ? 1u : 3u);
        EXPECT_THAT(
            model.warnings,
            Contains(HasSubstr("nodes[2] \"child\" is also a child of node 1 and is drawn once")));
    }
}

TEST(Scene, NodesBelowAnInvisibleNodeAreNotDrawn) {
    const GltfBuilder builder = test::triangle().set(R"(nodes = [{"children": [1]}, {"mesh": 0},
        {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": true}}}] &
        extensionsUsed = ["KHR_node_visibility"])");
    EXPECT_EQ(builder.import().primitives.size(), 2u);
    const Model model =
        GltfBuilder(builder)
            .set(R"(nodes[0].extensions = {"KHR_node_visibility": {"visible": false}})")
            .import();
    ASSERT_EQ(model.primitives.size(), 1u);
    EXPECT_EQ(model.primitives[0].node, 2u);
    EXPECT_EQ(model.skeleton.size(), 3u);
    EXPECT_THAT(model.warnings, testing::IsEmpty());
}

TEST(Scene, AnIndexMayBeWrittenWithAPoint) {
    EXPECT_EQ(test::triangle().set("nodes[0].mesh = 0.0").importError(), "");
}

TEST(Scene, AnEmptyDefaultSceneNamesOneWithMeshes) {
    GltfBuilder builder = test::triangle().set(
        R"(nodes = [{"name": "empty"}, {"children": [2]}, {"mesh": 0}] & scene = 0 &
           scenes = [{"nodes": [0]}, {"nodes": [1], "name": "rig"}])");
    EXPECT_THAT(
        builder.importError(),
        HasSubstr("scene: the default scene draws no triangles, but scene 1 \"rig\" has meshes"));
    for (const char* scene : {"1", "rig"}) {
        EXPECT_EQ(importGltf(builder.write(), {.scene = scene}).skeleton.size(), 2u);
    }
    EXPECT_THAT([&] { importGltf(builder.write(), {.scene = "2"}); },
                testing::ThrowsMessage<std::runtime_error>(
                    HasSubstr("scenes: unknown scene \"2\"; choose one of: 0 \"\", 1 \"rig\"")));
}

// ---------------------------------------------------------------- materials

/// Returns a file with `material` and two images, each of one grey pixel.
GltfBuilder textured(const char* material) {
    GltfBuilder builder = test::triangle().set(
        R"(meshes[0].primitives[0].material = 0 & textures = [{"source": 0}, {"source": 1}])");
    for (const uint16_t grey : {7, 8}) {
        const test::Bytes png = test::encodePngForm({.width = 1, .height = 1, .colorType = 0},
                                                    std::vector<uint16_t>{grey});
        builder.add("images", {{"uri", "data:image/png;base64," + test::base64(png)}});
    }
    return builder.set(std::string("materials = [") + material + "]");
}

TEST(Material, EveryTextureIsReadWithItsSetAndImage) {
    const Model model = textured(R"({
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 1},
                                 "metallicRoughnessTexture": {"index": 0, "texCoord": 3}},
        "normalTexture": {"index": 0, "texCoord": 1},
        "occlusionTexture": {"index": 1, "texCoord": 3},
        "emissiveTexture": {"index": 0}})")
                            .import();
    const Material& material = model.materials[0];
    EXPECT_EQ(model.images.size(), 2u);
    // The model has the sets 0, 3 and 1 of the file, in order of first use.
    EXPECT_EQ(model.geometry.uvSets.size(), 3u);
    EXPECT_EQ(material.baseColorTexture.image, 0u);
    EXPECT_EQ(material.metallicRoughnessTexture.image, 1u);
    EXPECT_EQ(material.metallicRoughnessTexture.uvSet, 1u);
    EXPECT_EQ(material.normalTexture.uvSet, 2u);
    EXPECT_EQ(material.occlusionTexture.uvSet, 1u);
    EXPECT_EQ(material.emissiveTexture.image, 1u);
    EXPECT_THAT(model.warnings, testing::IsEmpty());
}

TEST(Material, ColorsOfVerticesAreFlagged) {
    EXPECT_FALSE(test::triangle().import().primitives[0].hasColors);
    EXPECT_TRUE(test::triangle()
                    .with("COLOR_0", std::vector<float>(12, 1))
                    .import()
                    .primitives[0]
                    .hasColors);
}

TEST(Material, ManyUvSetsAreRefused) {
    GltfBuilder builder = textured("{}");
    for (int set = 0; set < 9; ++set) {
        builder.add("materials", {{"normalTexture", {{"index", 0}, {"texCoord", set}}}});
    }
    EXPECT_THAT(builder.importError(), HasSubstr("more than 8 uv sets"));
}

}  // namespace
}  // namespace sinew
