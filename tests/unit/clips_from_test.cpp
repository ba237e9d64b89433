// Clips of one file on the skeleton of another, and morph weights that are set by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/animation/sample.h"
#include "skinning/model/clips_from.h"
#include "skinning/model/morph_weight.h"
#include "tests/error_of.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A chain of joints without a mesh, each 1 m above its parent.
GltfBuilder chainOf(const std::vector<std::string>& names) {
    GltfBuilder builder;
    for (size_t i = 0; i < names.size(); ++i) {
        Json node = {{"name", names[i]}, {"translation", {0, 1, 0}}};
        if (i + 1 < names.size()) node["children"] = {i + 1};
        builder.add("nodes", node);
    }
    return builder;
}

/// The chain with a clip that moves joint i along x to i + 1 metres.
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

/// A triangle on the last joint of a chain.
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

/// The x translations of the joints at the end of the last clip.
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
                ElementsAre("walk.gltf: 2 of its 4 animated joints are not in the model and are "
                            "left out: jaw, left_thumb"));
}

TEST(ClipsFrom, FewerThanHalfOfTheJointsIsAnErrorWithBothLists) {
    const std::string error =
        errorOf(fileOf(animated({"hips", "jaw", "ear"})), character({"hips", "spine", "head"}));
    EXPECT_THAT(error,
                AllOf(HasSubstr("walk.gltf: 2 of its 3 animated joints"),
                      HasSubstr("in model.gltf: jaw, ear; the model has: hips, head, spine")));
    EXPECT_THAT(errorOf(fileOf(chainOf({"hips"})), character({"hips"})),
                HasSubstr("no clip animates joints"));
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

/// Two nodes draw a mesh with the targets "smile" and "blink". One sampler animates both.
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

}  // namespace
}  // namespace sinew
