// Fixed morph weights apply to the rest pose and to clips.
#include "skinning/model/morph_weight.h"

#include <gmock/gmock.h>

#include "tests/error_of.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Two nodes draw a mesh with the targets "smile" and "blink", which one sampler animates.
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
