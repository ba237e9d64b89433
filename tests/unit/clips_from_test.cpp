// Clips of another file are added to the joints of the same name.
#include "skinning/model/clips_from.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/animation/sample.h"
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

}  // namespace
}  // namespace sinew
