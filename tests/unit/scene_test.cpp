// Nodes to joints: order, transforms, and graphs that are no trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/animation/affine.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using testing::ElementsAre;
using testing::HasSubstr;

GltfBuilder withNodes(const test::Json& nodes) {
    GltfBuilder builder = test::triangle();
    builder.root["nodes"] = nodes;
    return builder;
}

TEST(Scene, JointsStandDepthFirstWithParentsBeforeChildren) {
    const Model model = withNodes({{{"name", "a"}, {"mesh", 0}},
                                   {{"name", "root"}, {"children", {3, 0}}},
                                   {{"name", "other"}},
                                   {{"name", "b"}, {"children", {4}}},
                                   {{"name", "c"}}})
                            .import();
    EXPECT_THAT(model.skeleton.names, ElementsAre("root", "b", "c", "a", "other"));
    EXPECT_THAT(model.skeleton.parents, ElementsAre(kNoParent, 0, 1, 0, kNoParent));
}

TEST(Scene, OnlyTheDefaultSceneIsImported) {
    GltfBuilder builder = withNodes({{{"name", "a"}, {"mesh", 0}}, {{"name", "b"}, {"mesh", 0}}});
    builder.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}}};
    EXPECT_THAT(builder.import().skeleton.names, ElementsAre("a"));
    builder.root["scene"] = 1;
    const Model model = builder.import();
    EXPECT_THAT(model.skeleton.names, ElementsAre("b"));
    EXPECT_EQ(model.primitives.at(0).node, 1u);
    builder.root["scene"] = 2;
    EXPECT_THAT(builder.importError(), HasSubstr("scene: scene 2 does not exist (the file has 2)"));
}

void expectMatrixComesBack(const std::vector<double>& matrix) {
    const Model model = withNodes({{{"mesh", 0}, {"matrix", matrix}}}).import();
    const gpu::Affine back = affineFrom(model.skeleton.rest.at(0));
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            EXPECT_NEAR(back[r][c], matrix[static_cast<size_t>(4 * c + r)], 1e-6);
        }
    }
    EXPECT_NEAR(glm::length(model.skeleton.rest[0].rotation), 1, 1e-6);
}

TEST(Scene, MatricesBecomeTranslationRotationScale) {
    // quarter turn about z, scaled by 2, 3 and 4
    expectMatrixComesBack({0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1});
    // mirrored in y
    expectMatrixComesBack({1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    // flattened along z, and to nothing
    expectMatrixComesBack({0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    expectMatrixComesBack({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 1});
    expectMatrixComesBack({0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
}

TEST(Scene, StaticRotationsAreNormalized) {
    const Model model = withNodes({{{"mesh", 0}, {"rotation", {0, 0, 2, 2}}}}).import();
    EXPECT_NEAR(model.skeleton.rest[0].rotation.z, std::sqrt(0.5), 1e-7);
    EXPECT_NEAR(model.skeleton.rest[0].rotation.w, std::sqrt(0.5), 1e-7);
}

TEST(Scene, ChainsOfManyThousandNodesImport) {
    GltfBuilder builder = test::triangle();
    for (int i = 0; i < 20000; ++i) {
        builder.root["nodes"].back()["children"] = {i + 1};
        builder.add("nodes", test::Json::object());
    }
    EXPECT_EQ(builder.import().skeleton.size(), 20001u);
}

TEST(SceneErrors, ShearIsRefusedByPath) {
    const std::string error =
        withNodes({{{"mesh", 0}, {"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}})
            .importError();
    EXPECT_THAT(error, HasSubstr("shear"));
    EXPECT_THAT(error, HasSubstr("nodes[0].matrix"));
}

TEST(SceneErrors, GraphsThatAreNoTreesAreRefused) {
    EXPECT_THAT(withNodes({{{"mesh", 0}, {"children", {2}}}, {{"children", {2}}}, {{"name", "x"}}})
                    .importError(),
                HasSubstr("nodes[2] \"x\" has two parents, nodes 0 and 1"));
    EXPECT_THAT(withNodes({{{"mesh", 0}}, {{"children", {2}}}, {{"children", {1}}}}).importError(),
                HasSubstr("is its own ancestor"));
    EXPECT_THAT(withNodes({{{"mesh", 0}}, {{"children", {1}}}}).importError(),
                HasSubstr("is its own ancestor"));
    EXPECT_THAT(withNodes({{{"mesh", 0}, {"children", {7}}}}).importError(),
                HasSubstr("nodes[0].children[0]: node 7 does not exist (the file has 1)"));
}

TEST(Scene, ANodeWithAParentThatTheSceneListsIsDrawnOnce) {
    GltfBuilder builder =
        withNodes({{{"children", {1}}}, {{"children", {2}}}, {{"name", "child"}, {"mesh", 0}}});
    for (const std::vector<int>& listed : {std::vector{0, 2}, std::vector{2, 0}, std::vector{2}}) {
        builder.root["scenes"] = {{{"nodes", listed}}};
        const Model model = builder.import();
        EXPECT_EQ(model.primitives.size(), 1u);
        EXPECT_EQ(model.skeleton.size(), listed.size() == 1 ? 1u : 3u);
        EXPECT_THAT(model.warnings,
                    testing::Contains(HasSubstr(
                        "nodes[2] \"child\" is also a child of node 1 and is drawn once")));
    }
}

TEST(SceneErrors, AnEmptyDefaultSceneNamesOneWithMeshes) {
    GltfBuilder builder = withNodes({{{"name", "empty"}}, {{"children", {2}}}, {{"mesh", 0}}});
    builder.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}, {"name", "rig"}}};
    builder.root["scene"] = 0;
    EXPECT_THAT(
        builder.importError(),
        HasSubstr("scene: the default scene draws no triangles, but scene 1 \"rig\" has meshes"));
    for (const char* scene : {"1", "rig"}) {
        EXPECT_EQ(importGltf(builder.write(), {.scene = scene}).skeleton.size(), 2u);
    }
    try {
        importGltf(builder.write(), {.scene = "2"});
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("scenes: unknown scene \"2\"; choose one of: 0 \"\", 1 \"rig\""));
    }
}

TEST(SceneErrors, SceneRootsMustBeListedOnce) {
    GltfBuilder builder = withNodes({{{"mesh", 0}, {"children", {1}}}, {{"name", "child"}}});
    builder.root["scenes"] = {{{"nodes", {0, 0}}}};
    EXPECT_THAT(builder.importError(), HasSubstr("scenes[0].nodes[1]: nodes[0] is listed twice"));
}

TEST(SceneErrors, TransformsOfTheWrongSizeAreRefused) {
    EXPECT_THAT(withNodes({{{"mesh", 0}, {"scale", {1, 1}}}}).importError(),
                HasSubstr("nodes[0].scale: 3 numbers are expected, not 2"));
    EXPECT_THAT(withNodes({{{"mesh", 0}, {"rotation", {0, 0, 0, 0}}}}).importError(),
                HasSubstr("the rotation has length 0"));
    EXPECT_THAT(withNodes({{{"mesh", 0}, {"translation", {1e39, 0, 0}}}}).importError(),
                HasSubstr("does not fit a float"));
}

TEST(SceneErrors, ASceneWithoutTrianglesIsRefused) {
    EXPECT_THAT(withNodes({{{"name", "empty"}}}).importError(), HasSubstr("draws no triangles"));
}

}  // namespace
}  // namespace sinew
