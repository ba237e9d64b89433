// Skins and influences as import leaves them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::Pair;

std::vector<std::pair<uint32_t, float>> influencesOf(const Model& model, uint32_t vertex) {
    std::vector<std::pair<uint32_t, float>> out;
    for (uint32_t i = model.geometry.influenceOffsets[vertex];
         i < model.geometry.influenceOffsets[vertex + 1]; ++i) {
        out.emplace_back(model.geometry.influences[i].bind, model.geometry.influences[i].weight);
    }
    return out;
}

TEST(SkinImport, InfluencesAreHeaviestFirstWithoutZeros) {
    const Model model = test::skinnedTriangle().import();
    EXPECT_TRUE(model.primitives[0].skinned);
    EXPECT_EQ(influencesOf(model, 0).size(), 1u);
    EXPECT_THAT(influencesOf(model, 1), ElementsAre(std::pair(1u, .75f), std::pair(0u, .25f)));
    EXPECT_THAT(influencesOf(model, 2), ElementsAre(std::pair(1u, 1.0f)));
}

TEST(SkinImport, WithoutInverseBindMatricesTheyAreIdentity) {
    const Model model = test::skinnedTriangle().import();
    ASSERT_EQ(model.binds.size(), 2u);
    EXPECT_EQ(model.binds[0].jointFromBind, glm::mat4(1.0f));
}

TEST(SkinImport, ShortJointsAndNormalizedWeightsReadLikeFloats) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["JOINTS_0"] =
        builder.accessor<uint16_t>({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    builder.attributes()["WEIGHTS_0"] = builder.accessor<uint8_t>(
        {255, 0, 0, 0, 51, 204, 0, 0, 255, 0, 0, 0}, "VEC4", {.normalized = true});
    EXPECT_THAT(influencesOf(builder.import(), 1),
                ElementsAre(Pair(1u, FloatNear(.8f, 1e-6f)), Pair(0u, FloatNear(.2f, 1e-6f))));
    builder.attributes()["WEIGHTS_0"] = builder.accessor<uint16_t>(
        {65535, 0, 0, 0, 13107, 52428, 0, 0, 65535, 0, 0, 0}, "VEC4", {.normalized = true});
    EXPECT_THAT(influencesOf(builder.import(), 1),
                ElementsAre(Pair(1u, FloatNear(.8f, 1e-6f)), Pair(0u, FloatNear(.2f, 1e-6f))));
}

TEST(SkinImport, WeightsAreDividedByTheirSumOverAllSets) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.root["nodes"].push_back({{"name", "third"}});
    builder.root["skins"][0]["joints"] = {1, 2, 3};
    builder.attributes()["JOINTS_1"] =
        builder.accessor<uint8_t>({2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0}, "VEC4");
    builder.attributes()["WEIGHTS_1"] =
        builder.accessor<float>({1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    const Model model = builder.import();
    EXPECT_THAT(influencesOf(model, 0), ElementsAre(std::pair(0u, .5f), std::pair(2u, .5f)));
    EXPECT_THAT(influencesOf(model, 1),
                ElementsAre(std::pair(2u, .75f), std::pair(1u, .1875f), std::pair(0u, .0625f)));
}

TEST(SkinImport, RepeatedJointsOfAVertexMerge) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    builder.attributes()["WEIGHTS_0"] =
        builder.accessor<float>({.25f, .25f, .25f, .25f, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_THAT(influencesOf(builder.import(), 0),
                ElementsAre(std::pair(0u, .75f), std::pair(1u, .25f)));
}

TEST(SkinImport, AWeightTooSmallForItsSumIsDropped) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["WEIGHTS_0"] =
        builder.accessor<float>({3, 1e-45f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_THAT(influencesOf(builder.import(), 0), ElementsAre(std::pair(0u, 1.0f)));
}

TEST(SkinImport, JointsOfWeightZeroMayBeAnything) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 200, 99, 7, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_EQ(influencesOf(builder.import(), 0).size(), 1u);
}

TEST(SkinImport, SkinsOverOneHierarchyShareBindsInHierarchyOrder) {
    GltfBuilder builder = test::skinnedTriangle();
    const auto identityTwice = [](float x) {
        std::vector<float> m(32, 0.0f);
        for (size_t i = 0; i < 2; ++i) {
            for (size_t d = 0; d < 4; ++d) m[16 * i + 5 * d] = 1;
        }
        m[12] = x;
        return m;
    };
    builder.root["skins"][0]["inverseBindMatrices"] =
        builder.accessor<float>(identityTwice(0), "MAT4");
    // The second skin lists the joints backwards and binds one of them elsewhere.
    builder.add("skins",
                {{"name", "second"},
                 {"joints", {2, 1}},
                 {"inverseBindMatrices", builder.accessor<float>(identityTwice(3), "MAT4")}});
    builder.add("nodes", {{"mesh", 0}, {"skin", 1}});
    const Model model = builder.import();
    ASSERT_EQ(model.binds.size(), 3u);  // root; tip twice
    EXPECT_EQ(model.skeleton.names[model.binds[0].joint], "root");
    EXPECT_EQ(model.skeleton.names[model.binds[1].joint], "tip");
    EXPECT_EQ(model.skeleton.names[model.binds[2].joint], "tip");
    EXPECT_LT(model.binds[0].joint, model.binds[1].joint);
    EXPECT_EQ(model.binds[2].jointFromBind[3].x, 3.0f);
    ASSERT_EQ(model.skins.size(), 2u);
    EXPECT_THAT(model.skins[0].binds, ElementsAre(0, 1));
    EXPECT_EQ(model.skins[1].name, "second");
    EXPECT_THAT(model.skins[1].binds, ElementsAre(2, 0));
    // vertex 2 follows joint 1 of its skin
    EXPECT_EQ(influencesOf(model, 2).at(0).first, 1u);
    EXPECT_EQ(influencesOf(model, 5).at(0).first, 0u);
}

TEST(SkinImport, AVertexFollowsItsJointInWhateverOrderTheSkinListsThem) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.root["nodes"][2]["children"] = {3};
    builder.add("nodes", {{"name", "leaf"}});
    builder.root["skins"][0]["joints"] = {3, 1, 2};
    builder.attributes()["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, "VEC4");
    builder.attributes()["WEIGHTS_0"] =
        builder.accessor<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    const Model model = builder.import();
    const char* joints[] = {"leaf", "root", "tip"};
    for (uint32_t v = 0; v < 3; ++v) {
        const Bind& bind = model.binds.at(influencesOf(model, v).at(0).first);
        EXPECT_EQ(model.skeleton.names[bind.joint], joints[v]);
    }
}

TEST(SkinImport, RigidMeshesAreOneBindOfTheirNode) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.add("nodes", {{"name", "prop"}, {"mesh", 0}});  // the same mesh, no skin
    builder.root["nodes"][2]["children"] = {3};
    const Model model = builder.import();
    ASSERT_EQ(model.primitives.size(), 2u);
    EXPECT_FALSE(model.primitives[1].skinned);
    const auto influences = influencesOf(model, 3);
    ASSERT_EQ(influences.size(), 1u);
    EXPECT_EQ(model.skeleton.names[model.binds[influences[0].first].joint], "prop");
    EXPECT_EQ(influences[0].second, 1.0f);
}

TEST(SkinImport, CappingKeepsTheHeaviestAndSaysWhatItDrops) {
    Model model = test::skinnedTriangle().import();
    EXPECT_EQ(capInfluences(model, 2), 0.0f);
    EXPECT_EQ(capInfluences(model, 1), .25f);
    EXPECT_THAT(influencesOf(model, 1), ElementsAre(std::pair(1u, 1.0f)));
    EXPECT_EQ(model.geometry.influences.size(), 3u);
}

TEST(SkinErrors, AJointOutOfRangeNamesTheVertex) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 1, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_THAT(builder.importError(),
                HasSubstr("meshes[0].primitives[0].attributes.JOINTS_0: vertex 1 refers to joint "
                          "7, but the skin has 2 joints"));
}

TEST(SkinImport, AVertexWithoutWeightFollowsItsFirstJoint) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["WEIGHTS_0"] =
        builder.accessor<float>({1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    const Model model = builder.import();
    EXPECT_THAT(model.warnings,
                testing::Contains(
                    HasSubstr("1 vertex has no weight above zero and follows its first joint")));
    const Geometry& geometry = model.geometry;
    ASSERT_EQ(geometry.influenceOffsets[3] - geometry.influenceOffsets[2], 1u);
    EXPECT_EQ(geometry.influences[geometry.influenceOffsets[2]].weight, 1.0f);
    EXPECT_EQ(model.binds[geometry.influences[geometry.influenceOffsets[2]].bind].joint,
              model.binds[geometry.influences[geometry.influenceOffsets[1]].bind].joint + 1);
}

TEST(SkinErrors, ANegativeWeightIsNamed) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes()["WEIGHTS_0"] =
        builder.accessor<float>({1, 0, 0, 0, 1, -1, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_THAT(builder.importError(), HasSubstr("vertex 1 has the negative weight -1"));
}

TEST(SkinErrors, JointsOutsideTheSceneAreNamed) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.root["scenes"] = {{{"nodes", {0}}}};
    EXPECT_THAT(builder.importError(),
                HasSubstr("the joint nodes[1] \"root\" is not in the default scene"));
}

TEST(SkinErrors, HalfASetAndUnskinnedPrimitivesAreNamed) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.attributes().erase("WEIGHTS_0");
    EXPECT_THAT(builder.importError(), HasSubstr("only one of JOINTS_0 and WEIGHTS_0"));
    builder.attributes().erase("JOINTS_0");
    EXPECT_THAT(builder.importError(), HasSubstr("no JOINTS_0 and WEIGHTS_0"));
}

TEST(SkinErrors, TooFewInverseBindMatricesAndBadIndicesAreNamed) {
    GltfBuilder builder = test::skinnedTriangle();
    std::vector<float> identity(16, 0.0f);
    for (size_t d = 0; d < 4; ++d) identity[5 * d] = 1;
    builder.root["skins"][0]["inverseBindMatrices"] = builder.accessor<float>(identity, "MAT4");
    EXPECT_THAT(builder.importError(),
                HasSubstr("1 inverse bind matrices, but the skin has 2 joints"));
    std::vector<float> matrices(32, 0.0f);
    for (size_t d = 0; d < 16; d += 5) matrices[d] = matrices[16 + d] = 1;
    matrices[16 + 7] = 0.5f;
    builder = test::skinnedTriangle();
    builder.root["skins"][0]["inverseBindMatrices"] = builder.accessor<float>(matrices, "MAT4");
    EXPECT_THAT(builder.importError(),
                HasSubstr("the last row of inverse bind matrix 1 is not 0 0 0 1"));
    builder = test::skinnedTriangle();
    builder.root["nodes"][0]["skin"] = 4;
    EXPECT_THAT(builder.importError(),
                HasSubstr("nodes[0].skin: skin 4 does not exist (the file has 1)"));
    builder = test::skinnedTriangle();
    builder.root["skins"][0]["joints"] = {1, 9};
    EXPECT_THAT(builder.importError(),
                HasSubstr("skins[0].joints[1]: node 9 does not exist (the file has 3)"));
    builder = test::skinnedTriangle();
    builder.attributes()["JOINTS_0"] =
        builder.accessor<float>({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    EXPECT_THAT(builder.importError(), HasSubstr("joints are not unsigned integers"));
}

}  // namespace
}  // namespace sinew
