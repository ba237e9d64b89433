// hold() attaches a prop to a joint, as a part of the character.
#include "skinning/model/hold.h"

#include <gmock/gmock.h>

#include "skinning/reference/reference.h"
#include "tests/check_model.h"
#include "tests/error_of.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A skinned triangle with the joints "root" and "tip", which a clip moves.
Model character() {
    test::GltfBuilder builder = test::skinnedTriangle();
    builder.channel(2, "translation", builder.times({0, 1}), builder.vec3({0, 2, 0, 3, 2, 1}));
    builder.channel(2, "scale", builder.times({0, 1}), builder.vec3({1, 1, 1, 2, .5f, 1}));
    return builder.import();
}

/// Two triangles on a node and its child, with a material and an image.
test::GltfBuilder rigidProp() {
    test::GltfBuilder builder = test::triangle();
    return test::addNormalTexture(builder).set(R"(nodes = [
        {"name": "handle", "mesh": 0, "translation": [0.5, 0, 0], "children": [1]},
        {"name": "blade", "mesh": 0, "scale": [1, 3, -1]}])");
}

std::string errorOf(const std::string& joint, const Model& model, const Model& prop) {
    return test::errorOf([&] { (void)hold(model, prop, joint); });
}

/// Expects that the last vertices, the prop's, are their rest positions times the joint's matrix,
/// and that all others did not change. Compares in double precision, along the clip.
void expectAttached(const Model& model, const Model& prop, const Model& holding, uint32_t joint) {
    EXPECT_EQ(test::brokenPromise(holding), "");
    ASSERT_EQ(holding.geometry.vertexCount(),
              model.geometry.vertexCount() + prop.geometry.vertexCount());
    Model jointAlone = model;  // its palette is the joint's matrix
    jointAlone.binds = {{.joint = joint}};
    const ReferenceVertices atRest = referenceVertices(prop, kRestPose, 0);
    const uint32_t before = model.geometry.vertexCount();
    for (const double seconds : {0.0, 0.3, 0.99}) {
        const ReferenceVertices alone = referenceVertices(model, 0, seconds);
        const ReferenceVertices together = referenceVertices(holding, 0, seconds);
        const glm::dmat4 objectFromJoint = referencePose(jointAlone, 0, seconds).palette[0];
        for (uint32_t v = 0; v < before; ++v) {
            EXPECT_EQ(together.positions[v], alone.positions[v]);
        }
        for (uint32_t v = 0; v < prop.geometry.vertexCount(); ++v) {
            const glm::dvec3 wanted = objectFromJoint * glm::dvec4(atRest.positions[v], 1);
            EXPECT_LT(glm::distance(together.positions[before + v], wanted), 1e-6) << v;
        }
    }
}

TEST(Hold, ARigidPropMovesWithTheJointAlone) {
    const Model model = character();
    const Model prop = rigidProp().import();
    const Model holding = hold(model, prop, "tip");
    expectAttached(model, prop, holding, 2);
    EXPECT_EQ(holding.skeleton.size(), model.skeleton.size());
    ASSERT_EQ(holding.primitives.size(), 3u);
    EXPECT_EQ(holding.binds.size(), model.binds.size() + 2);
    for (const uint32_t p : {1u, 2u}) {
        EXPECT_FALSE(holding.primitives[p].skinned);
        const uint32_t v = holding.primitives[p].firstVertex;
        EXPECT_EQ(holding.geometry.influenceOffsets[v + 1] - holding.geometry.influenceOffsets[v],
                  1u);
        EXPECT_GT(holding.primitives[p].node, model.primitives[0].node);
    }
    EXPECT_EQ(holding.name, "model.gltf + model.gltf@tip");
    ASSERT_EQ(holding.props.size(), 1u);
    EXPECT_EQ(holding.props[0].source, prop.source);
    EXPECT_EQ(holding.props[0].joint, 2u);
}

TEST(Hold, AFactorScalesThePropAndAWarningNamesTheScaleOfTheJoint) {
    const Model model = test::skinnedTriangle().set("nodes[1].scale = [0.01, 0.01, 0.01]").import();
    const Model prop = test::triangle().import();
    const Model small = hold(model, prop, "tip");
    EXPECT_THAT(small.warnings, testing::Contains(AllOf(HasSubstr("scales the prop by 0.01"),
                                                        HasSubstr("PROP@JOINT*100"))));
    const Model scaled = hold(model, prop, "tip", 100);
    EXPECT_TRUE(scaled.warnings.empty());
    const auto lengthOf = [](const Model& holding) {
        const ReferenceVertices posed = referenceVertices(holding, kRestPose, 0);
        return glm::distance(posed.positions[3], posed.positions[4]);
    };
    EXPECT_NEAR(lengthOf(small), 0.01, 1e-6);
    EXPECT_NEAR(lengthOf(scaled), 1, 1e-5);
}

// Binds stay in hierarchy order, so binds of later joints move.
TEST(Hold, SeveralPropsAttachToJointsInAnyOrder) {
    const Model model = character();
    const Model prop = rigidProp().import();
    const Model first = hold(model, prop, "tip");
    expectAttached(first, prop, hold(first, prop, "root"), 1);
    expectAttached(first, prop, hold(first, prop, "tip"), 2);
    EXPECT_EQ(hold(first, prop, "root").name, "model.gltf + model.gltf@tip + model.gltf@root");
}

// Both joints and morph targets stay in their rest pose.
TEST(Hold, ASkinnedAndMorphedPropIsAttachedInItsRestPose) {
    test::GltfBuilder builder = test::skinnedTriangle();
    const int deltas = builder.vec3({0, 0, 1, 0, 0, 2, 0, 0, 3});
    builder.primitive()["targets"] = {{{"POSITION", deltas}}, {{"POSITION", deltas}}};
    builder.set("meshes[0].weights = [0.5, 0.25] & nodes[1].translation = [7, 0, 0]");
    builder.channel(2, "translation", builder.times({0, 1}), builder.vec3({0, 2, 0, 3, 2, 1}));
    const Model prop = builder.import();
    const Model model = character();
    const Model holding = hold(model, prop, "root");
    expectAttached(model, prop, holding, 1);
    EXPECT_THAT(holding.warnings, ElementsAre(HasSubstr("its clips are ignored")));
    ASSERT_EQ(holding.clips.size(), 1u);
    // The holder has morph targets too.
    expectAttached(prop, prop, hold(prop, prop, "tip"), 2);
}

TEST(Hold, MaterialsAndPicturesAreJoined) {
    test::GltfBuilder painted = test::skinnedTriangle().with("TEXCOORD_1", {0, 0, 1, 0, 0, 1});
    test::addNormalTexture(painted).set(
        R"(materials[0].normalTexture.texCoord = 1 & materials[0].name = "skin")");
    const Model model = painted.import();
    const Model prop = rigidProp()
                           .set(R"(materials[0].name = "wood")")
                           .with("COLOR_0", {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1})
                           .import();
    const Model holding = hold(model, prop, "tip");
    EXPECT_EQ(test::brokenPromise(holding), "");
    ASSERT_EQ(holding.primitives.size(), 3u);
    const auto nameAt = [&](size_t p) {
        return holding.materials[holding.primitives[p].material].name;
    };
    EXPECT_EQ(nameAt(0), "skin");
    EXPECT_EQ(nameAt(1), "wood");
    EXPECT_EQ(holding.materials.back().name, "default");
    EXPECT_EQ(holding.materials.size(), 3u);
    ASSERT_EQ(holding.images.size(), 2u);
    EXPECT_EQ(holding.materials[holding.primitives[0].material].normalTexture.image, 0u);
    EXPECT_EQ(holding.materials[holding.primitives[1].material].normalTexture.image, 1u);
    EXPECT_EQ(holding.geometry.uvSets.size(), model.geometry.uvSets.size());
    EXPECT_EQ(holding.geometry.uvSets.back()[1], glm::vec2(1, 0));
    EXPECT_EQ(holding.geometry.colors[0], glm::vec4(1));
    EXPECT_EQ(holding.geometry.colors[3], glm::vec4(1, 0, 0, 1));
}

// Neither model has a material, so both use the default one.
TEST(Hold, TheDefaultMaterialStaysLast) {
    const Model holding = hold(character(), test::triangle().import(), "tip");
    EXPECT_EQ(test::brokenPromise(holding), "");
    EXPECT_EQ(holding.materials.back().name, "default");
    ASSERT_EQ(holding.primitives.size(), 2u);
    EXPECT_EQ(holding.primitives[0].material + 1, holding.materials.size());
    EXPECT_EQ(holding.materials[holding.primitives[1].material].name, "default");
}

TEST(Hold, AnUnknownJointIsReportedWithSimilarNames) {
    Model model = character();
    model.skeleton.names = {"HandLeft", "hips", "hand_r"};
    const Model prop = test::triangle().import();
    EXPECT_THAT(errorOf("RHand", model, prop),
                AllOf(HasSubstr("model.gltf has no joint \"RHand\""),
                      HasSubstr("joints are hand_r, HandLeft, hips")));
    model.skeleton.names = {"hand", "hips", "hand"};
    EXPECT_THAT(errorOf("hand", model, prop), HasSubstr("has 2 joints with the name \"hand\""));
    EXPECT_EQ(errorOf("hips", model, prop), "");
}

TEST(Hold, ARestPoseThatDoesNotFitFloatsIsRefused) {
    const Model prop = rigidProp()
                           .set(
                               "nodes[0].scale = [1e30, 1e30, 1e30] & "
                               "nodes[1].scale = [1e30, 1e30, 1e30]")
                           .import();
    EXPECT_THAT(errorOf("tip", character(), prop),
                HasSubstr("joint \"blade\" at rest does not fit floats"));
}

}  // namespace
}  // namespace sinew
