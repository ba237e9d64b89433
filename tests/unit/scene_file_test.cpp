// Scene files are read completely, and errors name the JSON path and the remedy.
#include "skinning/model/scene_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace sinew {
namespace {

using testing::HasSubstr;

constexpr const char* kScene = R"({"models": [
    {"path": "hero.glb", "count": 40, "animator": "model"},
    {"path": "../wolf.glb", "count": 2, "animator": "wolf.animator.json", "seconds": 1.5},
    {"path": "/far/away.glb", "clip": "run"},
    {"path": "statue.glb", "placements": [{"at": [1, 0.5, -6], "turned": 90}, {"at": [4, 0, -6]}]}
]})";

TEST(SceneFile, SaysHowManyOfWhatPlayWhatAndWhere) {
    const std::vector<SceneEntry> scene = parseScene(kScene, "/home/user");
    ASSERT_EQ(scene.size(), 4u);
    EXPECT_EQ(scene[0].model, "/home/user/hero.glb");
    EXPECT_EQ(scene[0].count, 40u);
    EXPECT_EQ(scene[0].animator, "model");
    EXPECT_EQ(scene[1].model, "/home/wolf.glb");
    EXPECT_EQ(scene[1].animator, "/home/user/wolf.animator.json");
    EXPECT_EQ(scene[1].seconds, 1.5f);
    EXPECT_EQ(scene[2].model, "/far/away.glb");
    EXPECT_EQ(scene[2].clip, "run");
    EXPECT_EQ(scene[2].count, 1u);
    EXPECT_EQ(scene[3].count, 2u) << "as many as have a place";
    EXPECT_EQ(scene[3].placements, (std::vector<Placement>{{{1, 0.5f, -6}, 90}, {{4, 0, -6}, 0}}));
}

TEST(SceneFile, IsReadBackAsItWasWritten) {
    const std::vector<SceneEntry> scene = parseScene(kScene, "/home/user");
    const std::string text = sceneText(scene);
    EXPECT_EQ(sceneText(parseScene(text, "/elsewhere")), text);
    EXPECT_EQ(parseScene(text, "/elsewhere")[3].placements, scene[3].placements);
}

struct WrongScene {
    const char* json;
    const char* says;
};

TEST(SceneFile, SaysWhatIsWrongAndWhere) {
    const WrongScene kWrong[] = {
        {"{", "see docs/scene.md"},
        {"[]", "an object is expected, not a list"},
        {"{}", "models: the list is empty"},
        {R"({"models": [{}]})", "models[0]: \"path\" is missing"},
        {R"({"models": [{"path": ""}]})", "models[0].path: the name is empty"},
        {R"({"models": [{"path": "a.glb", "size": 2}]})",
         "models[0]: \"size\" is unknown; choose one of"},
        {R"({"models": [{"path": "a.glb", "count": 0}]})",
         "models[0].count: a number from 1 to 1000000 is expected, not 0"},
        {R"({"models": [{"path": "a.glb", "count": 1.5}]})", "models[0].count: a whole number"},
        {R"({"models": [{"path": "a.glb", "count": 1e30}]})", "models[0].count: a number from 1"},
        {R"({"models": [{"path": "a.glb", "count": 600000}, {"path": "b.glb", "count": 600000}]})",
         "models: 1200000 instances in total, and at most 1000000"},
        {R"({"models": [{"path": "a.glb", "clip": "walk", "animator": "model"}]})",
         "models[0]: \"clip\" and \"animator\" exclude each other"},
        {R"({"models": [{"path": "a.glb", "seconds": -1}]})", "models[0].seconds: a number from 0"},
        {R"({"models": [{"path": "a.glb", "placements": [{}]}]})",
         "models[0].placements[0]: \"at\" is missing"},
        {R"({"models": [{"path": "a.glb", "placements": [{"at": [1, 2]}]}]})",
         "models[0].placements[0].at: a list of three numbers is expected"},
        {R"({"models": [{"path": "a.glb", "placements": [{"at": [1, 2, 1e39]}]}]})",
         "models[0].placements[0].at[2]: a number from -100000 to 100000 is expected"},
        {R"({"models": [{"path": "a.glb", "placements": [{"at": [1, 2, 3], "turned": "left"}]}]})",
         "models[0].placements[0].turned: a number from"},
        {R"({"models": [{"path": "a.glb", "count": 1,
             "placements": [{"at": [0, 0, 0]}, {"at": [1, 0, 0]}]}]})",
         "models[0]: 2 placements of 1 instances"},
    };
    for (const auto& [json, says] : kWrong) {
        EXPECT_THAT([&] { parseScene(json, "/"); },
                    testing::ThrowsMessage<std::runtime_error>(HasSubstr(says)))
            << json;
    }
    std::string many = R"({"models": [)";
    for (size_t i = 0; i <= kMostSceneModels; ++i) many += R"({"path": "a.glb"},)";
    many.back() = ']';
    EXPECT_THAT([&] { parseScene(many + "}", "/"); },
                testing::ThrowsMessage<std::runtime_error>(
                    HasSubstr("models: the list has 65 entries, and at most 64")));
}

TEST(SceneFile, IsListedTogetherWithModels) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir());
    const std::filesystem::path file = folder / "sinew_scene_file_test.json";
    std::ofstream(file) << R"({"models": [{"path": "a.glb", "count": 3}, {"path": "b.glb"}]})";
    const std::filesystem::path files[] = {"x.glb", file, "y.gltf"};
    const std::vector<SceneEntry> scene = sceneOf(files);
    ASSERT_EQ(scene.size(), 4u);
    EXPECT_EQ(scene[0].model, "x.glb");
    EXPECT_EQ(scene[1].model, folder / "a.glb");
    EXPECT_EQ(scene[1].count, 3u);
    EXPECT_EQ(scene[3].model, "y.gltf");
    std::ofstream(file) << "nonsense";
    EXPECT_THAT([&] { sceneOf(files); }, testing::ThrowsMessage<std::runtime_error>(
                                             testing::StartsWith("sinew_scene_file_test.json: ")));
    std::filesystem::remove(file);
    EXPECT_THAT([&] { sceneOf(files); },
                testing::ThrowsMessage<std::runtime_error>(HasSubstr("cannot be opened")));
}

}  // namespace
}  // namespace sinew
