// Import: small files that ask for much by naming the same data again and again.
#include <gmock/gmock.h>

#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

// A primitive of 65,536 vertices at the origin, for which the file holds nothing.
GltfBuilder zeros() {
    GltfBuilder builder;
    builder.add("accessors", {{"componentType", 5126}, {"type", "VEC3"}, {"count", 65536}});
    builder.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", 0}}}}}}});
    builder.add("nodes", {{"mesh", 0}});
    return builder;
}

TEST(Allowance, AMeshMayBeDrawnManyTimes) {
    GltfBuilder builder = test::skinnedTriangle();
    for (int i = 0; i < 1000; ++i) builder.add("nodes", {{"mesh", 0}, {"skin", 0}});
    EXPECT_EQ(builder.import().geometry.vertexCount(), 3003u);
}

TEST(Allowance, ZerosDrawnManyTimesAreRefused) {
    GltfBuilder builder = zeros();
    for (int i = 0; i < 500; ++i) builder.add("nodes", {{"mesh", 0}});
    EXPECT_THAT(builder.importError(),
                AllOf(HasSubstr("vertices, too many for a file of"),
                      HasSubstr("(meshes[0].primitives[0].attributes.POSITION)")));
}

TEST(Allowance, AThousandTargetsOfZerosAreRefused) {
    GltfBuilder builder = zeros();
    Json& targets = builder.root["meshes"][0]["primitives"][0]["targets"];
    for (int i = 0; i < 1000; ++i) targets.push_back({{"POSITION", 0}});
    EXPECT_THAT(builder.importError(), HasSubstr("morphed vertices, too many"));
}

TEST(Allowance, ClipsThatShareTheirKeysAreCountedEach) {
    GltfBuilder builder = test::triangle();
    std::vector<float> times(4000);
    for (size_t k = 0; k < times.size(); ++k) times[k] = static_cast<float>(k);
    const size_t input = builder.accessor(times, "SCALAR");
    const size_t output = builder.add(
        "accessors", {{"componentType", 5126}, {"type", "VEC3"}, {"count", times.size()}});
    for (int i = 0; i < 300; ++i) {
        builder.add(
            "animations",
            {{"samplers", {{{"input", input}, {"output", output}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}});
    }
    EXPECT_EQ(builder.importError(), "");  // 16,000 numbers a clip
    const Json animations = builder.root["animations"];
    for (int i = 0; i < 1200; ++i) builder.add("animations", animations[0]);
    EXPECT_THAT(builder.importError(), HasSubstr("numbers, too many for a file"));
}

TEST(Allowance, WeightsThatOverflowTheirSumAreRefused) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.root["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] =
        builder.accessor<float>(std::vector<float>(12, 3e38f), "VEC4");
    builder.root["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] =
        builder.accessor<uint8_t>(std::vector<uint8_t>(12, 0), "VEC4");
    EXPECT_THAT(builder.importError(), HasSubstr("weights of vertex 0 are too large"));
}

TEST(Allowance, NamesAreOneLineOfPlainText) {
    GltfBuilder builder = test::skinnedTriangle();
    builder.root["nodes"][1]["name"] = "a\nb\x1b[2J";
    const Model model = builder.import();
    EXPECT_THAT(model.skeleton.names, Contains("a?b?[2J"));
    EXPECT_THAT(model.skeleton.names, Each(Not(HasSubstr("\n"))));
}

}  // namespace
}  // namespace sinew
