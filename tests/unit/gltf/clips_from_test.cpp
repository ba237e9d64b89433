// Clips of one file on the skeleton of another, constant morph weights, and models attached to a
// joint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/animation/sample.h"
#include "skinning/model/clips_from.h"
#include "skinning/model/hold.h"
#include "skinning/model/morph_weight.h"
#include "skinning/reference/reference.h"
#include "tests/check_model.h"
#include "tests/error_of.h"
#include "tests/unit/gltf/gltf_builder.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns a file with a chain of joints and no mesh. Each joint is 1 m above its parent.
GltfBuilder chainOf(const std::vector<std::string>& names) {
    GltfBuilder builder;
    for (size_t i = 0; i < names.size(); ++i) {
        Json node = {{"name", names[i]}, {"translation", {0, 1, 0}}};
        if (i + 1 < names.size()) node["children"] = {i + 1};
        builder.add("nodes", node);
    }
    return builder;
}

/// Returns the chain with a clip that moves joint i along x from 0 to i + 1 metres.
GltfBuilder animated(const std::vector<std::string>& names, const char* clip = "walk") {
    GltfBuilder builder = chainOf(names);
    for (size_t i = 0; i < names.size(); ++i) {
        const int times = builder.scalars({0, 1});
        builder.channel(static_cast<int>(i), "translation", times,
                        builder.vec3({0, 1, 0, static_cast<float>(i + 1), 1, 0}));
    }
    builder.root["animations"][0]["name"] = clip;
    return builder;
}

/// Returns a file whose node "face" draws a triangle with the morph targets `names`. If `values` is
/// not empty, a clip of two keys animates their weights.
GltfBuilder face(const Json& names, const std::vector<float>& values, const char* way = "LINEAR") {
    GltfBuilder builder = test::triangle();
    const int delta = builder.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    builder.root["nodes"][0]["name"] = "face";
    for (size_t t = 0; t < names.size(); ++t) {
        builder.primitive()["targets"].push_back({{"POSITION", delta}});
    }
    if (names[0] != "") builder.root["meshes"][0]["extras"]["targetNames"] = names;
    if (values.empty()) return builder;
    builder.channel(0, "weights", builder.times({0, 1}), builder.scalars(values), way);
    return builder;
}

/// Returns a model with a rigid triangle on the last joint of a chain.
Model character(const std::vector<std::string>& names) {
    GltfBuilder builder = chainOf(names);
    const int positions = builder.vec3({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}});
    builder.root["nodes"].back()["mesh"] = 0;
    return builder.import();
}

AnimationFile fileOf(const GltfBuilder& builder, const char* name = "walk.gltf") {
    return importAnimations(test::writeFile(name, builder.json()));
}

/// Returns the x translation of each joint at 1 s of the last clip, which is the clip's end.
std::vector<float> reached(const Model& model) {
    Pose pose = restPose(model);
    ClipSampler(model.clips.back()).sample(1.0f, pose);
    std::vector<float> xs;
    for (const Transform& joint : pose.joints) xs.push_back(joint.translation.x);
    return xs;
}

std::string errorOf(const AnimationFile& from, Model model) {
    return test::errorOf([&] { addClipsFrom(from, "stem", model); });
}

TEST(ClipsFrom, JointsMatchByNameWhateverTheirOrder) {
    Model model = character({"hips", "spine", "head"});
    addClipsFrom(fileOf(animated({"head", "hips", "spine"})), "walk", model);
    EXPECT_THAT(reached(model), ElementsAre(2, 3, 1));
    EXPECT_THAT(model.warnings, IsEmpty());
    EXPECT_EQ(model.clips.back().name, "walk");
}

TEST(ClipsFrom, PrefixesAndLetterCaseAreIgnoredUnlessSeveralJointsWouldMatch) {
    Model model = character({"mixamorig:Hips", "Spine", "HEAD"});
    addClipsFrom(fileOf(animated({"Hips", "rig:mixamorig:spine", "head"})), "walk", model);
    EXPECT_THAT(reached(model), ElementsAre(1, 2, 3));

    model = character({"a:hips", "b:hips", "spine", "head"});
    addClipsFrom(fileOf(animated({"b:hips", "spine", "head"})), "walk", model);
    EXPECT_THAT(reached(model), ElementsAre(0, 1, 2, 3));
    model = character({"a:hips", "b:hips", "spine", "head"});
    addClipsFrom(fileOf(animated({"Hips", "spine", "head"})), "walk", model);
    EXPECT_THAT(reached(model), ElementsAre(0, 0, 2, 3));
}

TEST(ClipsFrom, JointsThatTheModelLacksAreCountedAndNamedShortestFirst) {
    Model model = character({"hips", "spine", "head", "tail"});
    addClipsFrom(fileOf(animated({"hips", "left_thumb", "spine", "jaw"})), "walk", model);
    EXPECT_THAT(reached(model), ElementsAre(1, 3, 0, 0));
    EXPECT_THAT(model.warnings,
                ElementsAre("walk.gltf: 2 of its 4 animated joints have no unique joint of that "
                            "name in the model and are left out: jaw, left_thumb"));
}

TEST(ClipsFrom, FewerThanHalfOfTheJointsIsAnErrorWithBothLists) {
    const std::string error =
        errorOf(fileOf(animated({"hips", "jaw", "ear"})), character({"hips", "spine", "head"}));
    EXPECT_THAT(error,
                AllOf(HasSubstr("walk.gltf: 2 of its 3 animated joints"),
                      HasSubstr("in model.gltf: jaw, ear; the model has: hips, head, spine")));
    EXPECT_THAT(errorOf(fileOf(chainOf({"hips"})), character({"hips"})),
                HasSubstr("no clip animates joints or morph targets"));
}

/// Returns the morph weights at the end of the last clip, after adding the clips of `from`.
std::vector<float> weightsReached(const GltfBuilder& from, Model& model) {
    addClipsFrom(fileOf(from), "walk", model);
    Pose pose = restPose(model);
    ClipSampler(model.clips.back()).sample(1.0f, pose);
    return pose.morphWeights;
}

TEST(ClipsFrom, MorphTargetsMatchByTheNamesOfNodeAndTarget) {
    Model model =
        face({"smile", "blink", "frown"}, {}).set("meshes[0].weights = [5, 6, 7]").import();
    EXPECT_THAT(weightsReached(face({"smile", "blink", "frown"}, {0, 0, 0, 1, 2, 3}), model),
                ElementsAre(1, 2, 3));
    EXPECT_THAT(model.warnings, IsEmpty());
    EXPECT_THAT(
        weightsReached(face({"frown", "smile", "jaw", "blink"}, {0, 0, 0, 0, 1, 2, 3, 4}), model),
        ElementsAre(2, 4, 1));
    EXPECT_THAT(model.warnings,
                ElementsAre("walk.gltf: 1 of its 4 animated morph targets is not in the model and "
                            "is left out: jaw (face)"));
    EXPECT_THAT(
        weightsReached(
            face({"blink", "frown"}, {0, 0, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0}, "CUBICSPLINE"), model),
        ElementsAre(5, 3, 4));
}

TEST(ClipsFrom, MorphTargetsWithoutNamesMatchOnlyEqualNumbers) {
    Model model = face({"", ""}, {}).import();
    EXPECT_THAT(weightsReached(face({"", ""}, {0, 0, 1, 2}), model), ElementsAre(1, 2));
    EXPECT_THAT(errorOf(fileOf(face({""}, {0, 1})), model),
                HasSubstr("walk.gltf: none of its 1 animated morph targets is in model.gltf: "
                          "target 0 (face)"));
}

TEST(ClipsFrom, TheWarningsOfTheFileBecomeWarningsOfTheModel) {
    Model model = character({"hips"});
    GltfBuilder builder = animated({"hips"});
    builder.channel(0, "weights", builder.times({0, 1}), builder.scalars({0, 1}));
    addClipsFrom(fileOf(builder), "walk", model);
    EXPECT_THAT(model.warnings, ElementsAre(HasSubstr("walk.gltf: animations[0].channels[1]: the "
                                                      "node has no morph targets")));
}

TEST(ClipsFrom, RestPosesThatDifferAreNamed) {
    const auto warningsWith = [](const char* member, const Json& value) {
        GltfBuilder builder = animated({"hips", "spine"});
        builder.root["nodes"][1][member] = value;
        Model model = character({"hips", "spine"});
        addClipsFrom(fileOf(builder), "walk", model);
        return model.warnings;
    };
    EXPECT_THAT(warningsWith("translation", {0, 1.04, 0}), IsEmpty());
    EXPECT_THAT(warningsWith("rotation", {0.035, 0, 0, 0.9994}), IsEmpty());  // 4 degrees
    const auto expected =
        ElementsAre(AllOf(HasSubstr("the rest pose of 1 joint differs"), HasSubstr(": spine")));
    EXPECT_THAT(warningsWith("translation", {0, 1.06, 0}), expected);
    EXPECT_THAT(warningsWith("rotation", {0.0523, 0, 0, 0.9986}), expected);  // 6 degrees
    EXPECT_THAT(warningsWith("scale", {1, 1, 0.9}), expected);
}

TEST(ClipsFrom, ClipsThatSayNothingOrExistAreNamedAfterTheFile) {
    Model model = character({"hips"});
    for (const char* stem : {"run", "idle", "idle"}) {
        addClipsFrom(fileOf(animated({"hips"}, "mixamo.com")), stem, model);
    }
    addClipsFrom(fileOf(animated({"hips"}, "dance")), "other", model);
    std::vector<std::string> names;
    for (const Clip& clip : model.clips) names.push_back(clip.name);
    EXPECT_THAT(names, ElementsAre("run", "idle", "idle 2", "dance"));
}

/// Returns a file in which two nodes draw a mesh with the targets "smile" and "blink". One sampler
/// animates the weights of both nodes.
test::GltfBuilder twoFaces(const char* interpolation, const std::vector<float>& values) {
    test::GltfBuilder builder = test::triangle();
    const int delta = builder.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    builder.primitive()["targets"] = {{{"POSITION", delta}}, {{"POSITION", delta}}};
    builder.root["meshes"][0]["extras"]["targetNames"] = {"smile", "blink"};
    builder.add("nodes", {{"mesh", 0}});
    const int times = builder.times({0, 1}), weights = builder.scalars(values);
    builder.channel(0, "weights", times, weights, interpolation);
    builder.channel(1, "weights", times, weights, interpolation);
    return builder;
}

std::vector<float> valuesOf(const Clip& clip, uint32_t channel, uint32_t count) {
    const auto first = clip.values.begin() + clip.channels[channel].firstValue;
    return {first, first + count};
}

TEST(MorphWeight, ANameFixesTheTargetOfEveryNodeInAllClips) {
    Model model = twoFaces("LINEAR", {.1f, .2f, .3f, .4f}).import();
    EXPECT_THAT(model.morphNames, ElementsAre("smile", "blink", "smile", "blink"));
    fixMorphWeight(model, "blink", .7f);
    EXPECT_THAT(model.restMorphWeights, ElementsAre(0, .7f, 0, .7f));
    for (const uint32_t channel : {0u, 1u}) {
        EXPECT_THAT(valuesOf(model.clips[0], channel, 4), ElementsAre(.1f, .7f, .3f, .7f));
    }
}

TEST(MorphWeight, AnIndexFixesOneNodeAndLeavesValuesThatAnotherShares) {
    Model model = twoFaces("CUBICSPLINE", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).import();
    fixMorphWeight(model, "2", -1);
    EXPECT_THAT(model.restMorphWeights, ElementsAre(0, 0, -1, 0));
    const uint32_t fixed = model.clips[0].channels[0].target == 2 ? 0 : 1;
    EXPECT_THAT(valuesOf(model.clips[0], fixed, 12),
                ElementsAre(0, 2, -1, 4, 0, 6, 0, 8, -1, 10, 0, 12));
    EXPECT_THAT(valuesOf(model.clips[0], 1 - fixed, 12),
                ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

TEST(MorphWeight, AnUnknownNameListsTheTargets) {
    Model model = twoFaces("LINEAR", {0, 0, 0, 0}).import();
    EXPECT_THAT(test::errorOf([&] { fixMorphWeight(model, "frown", 1); }),
                HasSubstr("no morph target \"frown\"; choose one of: smile, blink"));
}

TEST(MorphWeight, ExtrasOfAnotherFormAreIgnored) {
    test::GltfBuilder builder = twoFaces("LINEAR", {0, 0, 0, 0});
    for (const char* extras : {R"({"targetNames": [1, 2]})", R"([])", R"({"targetNames": {}})",
                               R"("text")", R"({"targetNames": [""]})"}) {
        builder.root["meshes"][0]["extras"] = test::json(extras);
        EXPECT_EQ(builder.import().morphNames[1], "target 1") << extras;
    }
}

TEST(MorphWeight, NamesMayBeInExtrasOfThePrimitive) {
    test::GltfBuilder builder = twoFaces("LINEAR", {0, 0, 0, 0});
    builder.primitive()["extras"] = builder.root["meshes"][0]["extras"];
    builder.root["meshes"][0].erase("extras");
    EXPECT_EQ(builder.import().morphNames[1], "blink");
}

/// Returns a skinned triangle with the joints "root" and "tip". A clip moves "tip".
Model character() {
    test::GltfBuilder builder = test::skinnedTriangle();
    builder.channel(2, "translation", builder.times({0, 1}), builder.vec3({0, 2, 0, 3, 2, 1}));
    builder.channel(2, "scale", builder.times({0, 1}), builder.vec3({1, 1, 1, 2, .5f, 1}));
    return builder.import();
}

/// Returns a file with two triangles, with a material and an image. The node "blade" is a child of
/// the node "handle".
test::GltfBuilder rigidProp() {
    test::GltfBuilder builder = test::triangle();
    return test::addNormalTexture(builder).set(R"(nodes = [
        {"name": "handle", "mesh": 0, "translation": [0.5, 0, 0], "children": [1]},
        {"name": "blade", "mesh": 0, "scale": [1, 3, -1]}])");
}

std::string errorOf(const std::string& joint, const Model& model, const Model& prop) {
    return test::errorOf([&] { (void)hold(model, prop, joint); });
}

/// Expects that `held` has the vertices of `model`, unchanged, then the vertices of `prop` in their
/// rest pose, moved by `joint`. Compares in double precision at several times of the clip.
void expectAttached(const Model& model, const Model& prop, const Model& held, uint32_t joint) {
    EXPECT_EQ(test::brokenPromise(held), "");
    ASSERT_EQ(held.geometry.vertexCount(),
              model.geometry.vertexCount() + prop.geometry.vertexCount());
    Model jointAlone = model;  // its palette is the matrix of `joint`
    jointAlone.binds = {{.joint = joint}};
    const ReferenceVertices atRest = referenceVertices(prop, kRestPose, 0);
    const uint32_t before = model.geometry.vertexCount();
    for (const double seconds : {0.0, 0.3, 0.99}) {
        const ReferenceVertices alone = referenceVertices(model, 0, seconds);
        const ReferenceVertices together = referenceVertices(held, 0, seconds);
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
    const Model held = hold(model, prop, "tip");
    expectAttached(model, prop, held, 2);
    EXPECT_EQ(held.skeleton.size(), model.skeleton.size());
    ASSERT_EQ(held.primitives.size(), 3u);
    EXPECT_EQ(held.binds.size(), model.binds.size() + 2);
    for (const uint32_t p : {1u, 2u}) {
        EXPECT_FALSE(held.primitives[p].skinned);
        const uint32_t v = held.primitives[p].firstVertex;
        EXPECT_EQ(held.geometry.influenceOffsets[v + 1] - held.geometry.influenceOffsets[v], 1u);
        EXPECT_GT(held.primitives[p].node, model.primitives[0].node);
    }
    EXPECT_EQ(held.name, "model.gltf + model.gltf@tip");
    ASSERT_EQ(held.props.size(), 1u);
    EXPECT_EQ(held.props[0].source, prop.source);
    EXPECT_EQ(held.props[0].joint, 2u);
}

TEST(Hold, AFactorScalesThePropAndAWarningNamesTheScaleOfTheJoint) {
    const Model model = test::skinnedTriangle().set("nodes[1].scale = [0.01, 0.01, 0.01]").import();
    const Model prop = test::triangle().import();
    const Model small = hold(model, prop, "tip");
    EXPECT_THAT(small.warnings, testing::Contains(AllOf(HasSubstr("scales the prop by 0.01"),
                                                        HasSubstr("PROP@JOINT*100"))));
    const Model scaled = hold(model, prop, "tip", 100);
    EXPECT_TRUE(scaled.warnings.empty());
    const auto lengthOf = [](const Model& held) {
        const ReferenceVertices posed = referenceVertices(held, kRestPose, 0);
        return glm::distance(posed.positions[3], posed.positions[4]);
    };
    EXPECT_NEAR(lengthOf(small), 0.01, 1e-6);
    EXPECT_NEAR(lengthOf(scaled), 1, 1e-5);
}

// Binds are sorted in hierarchy order, so attaching a prop changes the indices of the binds of
// later joints.
TEST(Hold, SeveralPropsAttachToJointsInAnyOrder) {
    const Model model = character();
    const Model prop = rigidProp().import();
    const Model first = hold(model, prop, "tip");
    expectAttached(first, prop, hold(first, prop, "root"), 1);
    expectAttached(first, prop, hold(first, prop, "tip"), 2);
    EXPECT_EQ(hold(first, prop, "root").name, "model.gltf + model.gltf@tip + model.gltf@root");
}

// The joints and the morph targets of a prop stay in its rest pose.
TEST(Hold, ASkinnedAndMorphedPropIsAttachedInItsRestPose) {
    test::GltfBuilder builder = test::skinnedTriangle();
    const int deltas = builder.vec3({0, 0, 1, 0, 0, 2, 0, 0, 3});
    builder.primitive()["targets"] = {{{"POSITION", deltas}}, {{"POSITION", deltas}}};
    builder.set("meshes[0].weights = [0.5, 0.25] & nodes[1].translation = [7, 0, 0]");
    builder.channel(2, "translation", builder.times({0, 1}), builder.vec3({0, 2, 0, 3, 2, 1}));
    const Model prop = builder.import();
    const Model model = character();
    const Model held = hold(model, prop, "root");
    expectAttached(model, prop, held, 1);
    EXPECT_THAT(held.warnings, ElementsAre(HasSubstr("its clips are ignored")));
    ASSERT_EQ(held.clips.size(), 1u);
    // The same prop is attached to a model that has morph targets.
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
    const Model held = hold(model, prop, "tip");
    EXPECT_EQ(test::brokenPromise(held), "");
    ASSERT_EQ(held.primitives.size(), 3u);
    const auto nameAt = [&](size_t p) { return held.materials[held.primitives[p].material].name; };
    EXPECT_EQ(nameAt(0), "skin");
    EXPECT_EQ(nameAt(1), "wood");
    EXPECT_EQ(held.materials.back().name, "default");
    EXPECT_EQ(held.materials.size(), 3u);
    ASSERT_EQ(held.images.size(), 2u);
    EXPECT_EQ(held.materials[held.primitives[0].material].normalTexture.image, 0u);
    EXPECT_EQ(held.materials[held.primitives[1].material].normalTexture.image, 1u);
    EXPECT_EQ(held.geometry.uvSets.size(), model.geometry.uvSets.size());
    EXPECT_EQ(held.geometry.uvSets.back()[1], glm::vec2(1, 0));
    EXPECT_EQ(held.geometry.colors[0], glm::vec4(1));
    EXPECT_EQ(held.geometry.colors[3], glm::vec4(1, 0, 0, 1));
}

// Neither file has a material, so both models have the default material.
TEST(Hold, TheDefaultMaterialStaysLast) {
    const Model held = hold(character(), test::triangle().import(), "tip");
    EXPECT_EQ(test::brokenPromise(held), "");
    EXPECT_EQ(held.materials.back().name, "default");
    ASSERT_EQ(held.primitives.size(), 2u);
    EXPECT_EQ(held.primitives[0].material + 1, held.materials.size());
    EXPECT_EQ(held.materials[held.primitives[1].material].name, "default");
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
