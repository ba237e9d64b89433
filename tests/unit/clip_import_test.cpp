// Animations and morph targets as import leaves them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/animation/sample.h"
#include "tests/unit/gltf_builder.h"

namespace sinew {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

void addChannel(GltfBuilder& builder, int node, const char* path, size_t input, size_t output,
                const char* interpolation = "LINEAR") {
    if (!builder.root.contains("animations")) {
        builder.add("animations", {{"name", "move"}});
    }
    Json& animation = builder.root["animations"][0];
    animation["samplers"].push_back(
        {{"input", input}, {"output", output}, {"interpolation", interpolation}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", path}}}});
}

TEST(ClipImport, ChannelsKeepInterpolationAndDurationIsTheLargestLastKey) {
    GltfBuilder builder = test::triangle();
    const size_t shortTimes = builder.accessor<float>({0, 1}, "SCALAR");
    const size_t longTimes = builder.accessor<float>({.5f, 2.5f}, "SCALAR");
    addChannel(builder, 0, "translation", longTimes,
               builder.accessor<float>({0, 0, 0, 1, 2, 3}, "VEC3"), "STEP");
    addChannel(builder, 0, "scale", shortTimes,
               builder.accessor<float>(std::vector<float>(18, 1), "VEC3"), "CUBICSPLINE");
    const Model model = builder.import();
    ASSERT_EQ(model.clips.size(), 1u);
    const Clip& clip = model.clips[0];
    EXPECT_EQ(clip.name, "move");
    EXPECT_EQ(clip.durationSeconds, 2.5f);
    ASSERT_EQ(clip.channels.size(), 2u);
    EXPECT_EQ(clip.channels[0].interpolation, Channel::Interpolation::step);
    EXPECT_EQ(clip.channels[1].interpolation, Channel::Interpolation::cubicSpline);
    EXPECT_EQ(clip.channels[1].path, Channel::Path::scale);
}

TEST(ClipImport, ChannelsOfOneInputShareItsKeys) {
    GltfBuilder builder = test::skinnedTriangle();
    const size_t times = builder.accessor<float>({0, 1}, "SCALAR");
    const size_t values = builder.accessor<float>({0, 0, 0, 1, 2, 3}, "VEC3");
    addChannel(builder, 1, "translation", times, values);
    addChannel(builder, 2, "translation", times, values);
    const Clip clip = builder.import().clips.at(0);
    EXPECT_EQ(clip.times.size(), 2u);
    EXPECT_EQ(clip.values.size(), 6u);
    EXPECT_EQ(clip.channels[0].firstKey, clip.channels[1].firstKey);
    EXPECT_NE(clip.channels[0].target, clip.channels[1].target);
}

TEST(ClipImport, ChannelsOfEqualTimesShareTheirKeysAndAreNeighbours) {
    GltfBuilder builder = test::skinnedTriangle();
    const auto times = [&](float last) { return builder.accessor<float>({0, last}, "SCALAR"); };
    const size_t values = builder.accessor<float>({0, 0, 0, 1, 2, 3}, "VEC3");
    addChannel(builder, 1, "translation", times(1), values);
    addChannel(builder, 1, "scale", times(2), values);
    addChannel(builder, 2, "translation", times(1), values);
    const Clip clip = builder.import().clips.at(0);
    EXPECT_THAT(clip.times, ElementsAre(0, 1, 0, 2));
    ASSERT_EQ(clip.channels.size(), 3u);
    EXPECT_EQ(clip.channels[0].firstKey, clip.channels[1].firstKey);
    EXPECT_EQ(clip.channels[1].path, Channel::Path::translation);
    EXPECT_EQ(clip.channels[2].path, Channel::Path::scale);
    EXPECT_EQ(clip.durationSeconds, 2);
}

// As exporters write them: joint by joint, translation, rotation, scale.
TEST(ClipImport, ChannelsThatAreAlikeAreNeighbours) {
    GltfBuilder builder = test::skinnedTriangle();
    const size_t times = builder.accessor<float>({0, 1}, "SCALAR");
    const size_t vectors = builder.accessor<float>({0, 0, 0, 1, 2, 3}, "VEC3");
    const size_t turns = builder.accessor<float>({0, 0, 0, 1, 0, 0, 0, 1}, "VEC4");
    for (const int node : {1, 2}) {
        addChannel(builder, node, "translation", times, vectors, node == 1 ? "STEP" : "LINEAR");
        addChannel(builder, node, "rotation", times, turns);
        addChannel(builder, node, "scale", times, vectors);
    }
    std::vector<std::pair<Channel::Path, Channel::Interpolation>> kinds;
    const Clip clip = builder.import().clips.at(0);
    for (const Channel& channel : clip.channels) {
        kinds.emplace_back(channel.path, channel.interpolation);
    }
    using Path = Channel::Path;
    using By = Channel::Interpolation;
    EXPECT_THAT(
        kinds, ElementsAre(
                   std::pair(Path::translation, By::step), std::pair(Path::translation, By::linear),
                   std::pair(Path::rotation, By::linear), std::pair(Path::rotation, By::linear),
                   std::pair(Path::scale, By::linear), std::pair(Path::scale, By::linear)));
}

TEST(ClipImport, MoreClipsThanARequestCanNameAreRefused) {
    GltfBuilder builder = test::triangle();
    addChannel(builder, 0, "translation", builder.accessor<float>({0}, "SCALAR"),
               builder.accessor<float>({1, 2, 3}, "VEC3"));
    const auto animation = builder.root["animations"][0];
    while (builder.root["animations"].size() < kMostClips) builder.add("animations", animation);
    EXPECT_EQ(builder.importError(), "");
    builder.add("animations", animation);
    EXPECT_THAT(builder.importError(),
                HasSubstr("animations: 8192 animations, and at most 8191 are supported"));
}

TEST(ClipImport, NormalizedIntegerRotationsBecomeUnitQuaternions) {
    GltfBuilder builder = test::triangle();
    addChannel(builder, 0, "rotation", builder.accessor<float>({0, 1}, "SCALAR"),
               builder.accessor<int16_t>({0, 0, 0, 32767, 0, 0, 23170, 23170}, "VEC4",
                                         {.normalized = true}));
    const Clip clip = builder.import().clips.at(0);
    EXPECT_NEAR(clip.values[6], std::sqrt(0.5f), 1e-7);
    EXPECT_NEAR(clip.values[7], std::sqrt(0.5f), 1e-7);
}

TEST(ClipImport, ChannelsWithoutATargetOrOutsideTheSceneAreLeftOut) {
    GltfBuilder builder = test::triangle();
    builder.add("nodes", {{"name", "elsewhere"}});
    builder.root["scenes"] = {{{"nodes", {0}}}};
    const size_t times = builder.accessor<float>({0, 4}, "SCALAR");
    const size_t values = builder.accessor<float>({0, 0, 0, 1, 2, 3}, "VEC3");
    addChannel(builder, 1, "translation", times, values);
    addChannel(builder, 0, "pointer", times, values);
    addChannel(builder, 0, "translation", times, values);
    builder.root["animations"][0]["channels"][2]["target"].erase("node");
    const Model model = builder.import();
    EXPECT_TRUE(model.clips.at(0).channels.empty());
    EXPECT_EQ(model.clips[0].durationSeconds, 4.0f);
    EXPECT_THAT(model.warnings, Contains(HasSubstr("path \"pointer\"")));
    EXPECT_THAT(model.warnings, Contains(HasSubstr("no target node")));
}

TEST(ClipImport, ClipsAreFoundByNameAndIndexAndUnknownOnesListTheKnown) {
    GltfBuilder builder = test::triangle();
    const size_t times = builder.accessor<float>({0}, "SCALAR");
    addChannel(builder, 0, "translation", times, builder.accessor<float>({0, 0, 0}, "VEC3"));
    Json second = builder.root["animations"][0];
    second["name"] = "wave";
    builder.root["animations"].push_back(second);
    const Model model = builder.import();
    EXPECT_EQ(findClip(model, "wave"), 1u);
    EXPECT_EQ(findClip(model, "0"), 0u);
    try {
        findClip(model, "jump");
        FAIL() << "an unknown clip was found";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(
            error.what(),
            "model.gltf has no clip \"jump\"; choose one of: \"move\" (#0), \"wave\" (#1)");
    }
    EXPECT_THROW(findClip(model, "2"), std::runtime_error);
    EXPECT_THROW(findClip(test::triangle().import(), "0"), std::runtime_error);
}

std::string errorWithTimes(const std::vector<float>& times) {
    GltfBuilder builder = test::triangle();
    addChannel(builder, 0, "translation", builder.accessor<float>(times, "SCALAR"),
               builder.accessor<float>(std::vector<float>(3 * times.size(), 0), "VEC3"));
    return builder.importError();
}

TEST(ClipImport, TwoKeysAtOneTimeAreAStep) {
    GltfBuilder builder = test::triangle();
    addChannel(builder, 0, "translation", builder.accessor<float>({0, 1, 1, 2}, "SCALAR"),
               builder.accessor<float>({0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0}, "VEC3"));
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

TEST(ClipErrors, KeyTimesMustBeFiniteAndAscending) {
    EXPECT_THAT(
        errorWithTimes({0, 2, 1}),
        HasSubstr("animations[0].samplers[0].input: key 2 at 1 s does not follow key 1 at 2 s"));
    EXPECT_THAT(errorWithTimes({0, 1, 1, 1}), HasSubstr("key 2 at 1 s"));
    EXPECT_THAT(errorWithTimes({-1, 1}), HasSubstr("key 0 has the negative time -1 s"));
    EXPECT_THAT(errorWithTimes({0, NAN}), HasSubstr("element 1 is not finite"));
    EXPECT_THAT(errorWithTimes({}), HasSubstr("has no keys"));
}

TEST(ClipErrors, OutputsOfTheWrongSizeOrZeroRotationsAreNamed) {
    GltfBuilder builder = test::triangle();
    const size_t times = builder.accessor<float>({0, 1}, "SCALAR");
    addChannel(builder, 0, "translation", times,
               builder.accessor<float>({0, 0, 0, 1, 1, 1}, "VEC3"), "CUBICSPLINE");
    EXPECT_THAT(
        builder.importError(),
        HasSubstr("animations[0].samplers[0].output: 18 values are expected, not 6 (2 keys)"));
    builder = test::triangle();
    addChannel(builder, 0, "rotation", builder.accessor<float>({0, 1}, "SCALAR"),
               builder.accessor<float>({0, 0, 0, 1, 0, 0, 0, 0}, "VEC4"));
    EXPECT_THAT(builder.importError(), HasSubstr("key 1 is a rotation of length 0"));
}

TEST(ClipErrors, UnknownInterpolationsAndDoubleTargetsAreNamed) {
    GltfBuilder builder = test::triangle();
    const size_t times = builder.accessor<float>({0, 1}, "SCALAR");
    const size_t values = builder.accessor<float>({0, 0, 0, 1, 1, 1}, "VEC3");
    addChannel(builder, 0, "translation", times, values, "BOUNCE");
    EXPECT_THAT(builder.importError(), HasSubstr("unknown interpolation \"BOUNCE\""));
    builder.root["animations"][0]["samplers"][0]["interpolation"] = "STEP";
    addChannel(builder, 0, "translation", times, values);
    EXPECT_THAT(builder.importError(),
                HasSubstr("two channels animate the translation of nodes[0]"));
    builder.root["animations"][0]["channels"][1]["sampler"] = 5;
    EXPECT_THAT(builder.importError(), HasSubstr("sampler 5 does not exist (the animation has 2)"));
}

GltfBuilder morphed() {
    GltfBuilder builder = test::triangle();
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    primitive["attributes"]["NORMAL"] =
        builder.accessor<float>({0, 0, 2, 0, 0, 1, 0, 0, 1}, "VEC3");
    primitive["targets"].push_back(
        {{"POSITION", builder.accessor<float>({0, 0, 1, 0, 0, 0, 0, 0, 3}, "VEC3")},
         {"NORMAL", builder.accessor<float>({0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC3")}});
    const Json sparse = {
        {"componentType", 5126},
        {"count", 3},
        {"type", "VEC3"},
        {"sparse",
         {{"count", 1},
          {"indices",
           {{"bufferView", builder.view(std::vector<uint8_t>{2})}, {"componentType", 5121}}},
          {"values", {{"bufferView", builder.view(std::vector<float>{7, 8, 9})}}}}}};
    primitive["targets"].push_back({{"POSITION", builder.add("accessors", sparse)}});
    return builder;
}

TEST(MorphImport, DeltasAreListedByVertexWithoutZeros) {
    const Geometry geometry = morphed().import().geometry;
    EXPECT_THAT(geometry.morphOffsets, ElementsAre(0, 1, 1, 3));
    EXPECT_EQ(geometry.morphDeltas[0].position, glm::vec3(0, 0, 1));
    // the file's normal has length 2, the stored one length 1: the delta shrinks with it
    EXPECT_EQ(geometry.normals[0], glm::vec3(0, 0, 1));
    EXPECT_EQ(geometry.morphDeltas[0].normal, glm::vec3(0, .5f, 0));
    EXPECT_EQ(geometry.morphDeltas[1].weight, 0u);
    EXPECT_EQ(geometry.morphDeltas[2].weight, 1u);
    EXPECT_EQ(geometry.morphDeltas[2].position, glm::vec3(7, 8, 9));
}

TEST(MorphImport, WeightsAreTheNodesElseTheMeshsElseZero) {
    GltfBuilder builder = morphed();
    EXPECT_THAT(builder.import().restMorphWeights, ElementsAre(0, 0));
    builder.root["meshes"][0]["weights"] = {.25, .5};
    builder.add("nodes", {{"mesh", 0}, {"weights", {1, 2}}});
    EXPECT_THAT(builder.import().restMorphWeights, ElementsAre(.25f, .5f, 1, 2));
}

TEST(MorphImport, ADeltaOfTheNormalAloneCounts) {
    GltfBuilder builder = morphed();
    builder.root["meshes"][0]["primitives"][0]["targets"] = {
        {{"NORMAL", builder.accessor<float>({0, 0, 0, 0, 1, 0, 0, 0, 0}, "VEC3")}}};
    const Geometry geometry = builder.import().geometry;
    EXPECT_THAT(geometry.morphOffsets, ElementsAre(0, 0, 1, 1));
    EXPECT_EQ(geometry.morphDeltas.at(0).normal, glm::vec3(0, 1, 0));
}

TEST(MorphImport, DeltasOfManyVerticesStayWithTheirVertex) {
    constexpr size_t kCount = 1500;  // more than are read at once
    std::vector<float> positions(3 * kCount, 0.0f), deltas(3 * kCount, 0.0f);
    for (size_t v = 0; v < kCount; ++v) positions[3 * v + v % 3] = static_cast<float>(v);
    deltas[3 * 1400] = 5;
    GltfBuilder builder = test::triangle();
    Json& primitive = builder.root["meshes"][0]["primitives"][0];
    primitive["attributes"]["POSITION"] = builder.accessor<float>(positions, "VEC3");
    primitive["targets"].push_back({{"POSITION", builder.accessor<float>(deltas, "VEC3")}});
    const Geometry geometry = builder.import().geometry;
    ASSERT_EQ(geometry.morphDeltas.size(), 1u);
    EXPECT_EQ(geometry.morphOffsets.at(1400), 0u);
    EXPECT_EQ(geometry.morphOffsets.at(1401), 1u);
}

TEST(MorphImport, DeltasOfAnotherNodeHaveItsOwnWeights) {
    GltfBuilder builder = morphed();
    builder.add("nodes", {{"mesh", 0}});
    const Geometry geometry = builder.import().geometry;
    ASSERT_EQ(geometry.morphDeltas.size(), 6u);
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(geometry.morphDeltas[3 + i].weight, 2 + geometry.morphDeltas[i].weight);
    }
}

TEST(MorphImport, WeightChannelsAimAtTheNodesOwnWeights) {
    GltfBuilder builder = morphed();
    builder.add("nodes", {{"mesh", 0}});
    addChannel(builder, 1, "weights", builder.accessor<float>({0, 1}, "SCALAR"),
               builder.accessor<float>({0, 0, 1, 2}, "SCALAR"));
    const Channel channel = builder.import().clips.at(0).channels.at(0);
    EXPECT_EQ(channel.target, 2u);
    EXPECT_EQ(channel.width, 2u);
}

TEST(MorphErrors, CountsThatDisagreeAreNamed) {
    GltfBuilder builder = morphed();
    builder.root["nodes"][0]["weights"] = {1, 2, 3};
    EXPECT_THAT(builder.importError(),
                HasSubstr("nodes[0].weights: 3 weights, but the mesh has 2 morph targets"));
    builder = morphed();
    builder.root["meshes"][0]["primitives"].push_back(
        test::triangle().root["meshes"][0]["primitives"][0]);
    EXPECT_THAT(builder.importError(), HasSubstr("meshes[0].primitives[1].targets"));
    builder = morphed();
    builder.root["meshes"][0]["primitives"][0]["targets"][0]["POSITION"] =
        builder.accessor<float>({0, 0, 1}, "VEC3");
    EXPECT_THAT(builder.importError(), HasSubstr("1 elements, but the primitive has 3 vertices"));
}

}  // namespace
}  // namespace sinew
