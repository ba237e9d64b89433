// Animator and scene files: the parsed values, and the errors of wrong files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "skinning/animator/animator_file.h"
#include "skinning/model/scene_file.h"
#include "tests/error_of.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

Model hero() {
    Model model;
    model.clips = {{.name = "idle", .durationSeconds = 6},
                   {.name = "walk", .durationSeconds = 1},
                   {.name = "wave", .durationSeconds = 3}};
    model.skeleton.names = {"hips", "spine_1", "spine_2", "leg", "leg"};
    model.skeleton.parents = {-1, 0, 1, 0, 0};
    return model;
}

Json plain() {
    return {
        {"parameters", {{{"name", "speed"}, {"least", 0}, {"most", 4}, {"initial", 1}}}},
        {"triggers", {"wave"}},
        {"states",
         {{{"name", "idle"}},
          {{"name", "go"},
           {"clip", "walk"},
           {"speed", 1.5},
           {"goes", -1.25},
           {"events", {{{"name", "right"}, {"seconds", 0.5}}, {{"name", "left"}, {"seconds", 0}}}}},
          {{"name", "wave"}, {"loops", false}},
          {{"name", "rest"}, {"clip", nullptr}}}},
        {"transitions",
         {{{"from", "idle"},
           {"to", "go"},
           {"seconds", 0.25},
           {"when", {{{"parameter", "speed"}, {"above", 0.5}}}}},
          {{"to", "wave"}, {"when", {{{"trigger", "wave"}}}}},
          {{"from", "wave"}, {"to", "idle"}, {"secondsLeft", 0.3}}}},
        {"start", "go"},
        {"masks",
         {{{"name", "upper"},
           {"joints", {{{"joint", "hips"}, {"weight", 0.2}}, "spine_1"}},
           {"morphWeights", 1}}}},
        {"layers",
         {{{"name", "wave"},
           {"mask", "upper"},
           {"loops", false},
           {"seconds", 0.4},
           {"over", {"go"}},
           {"when", {{{"trigger", "wave"}}}}}}},
        {"additive", {{"clip", "idle"}, {"weight", 0.5}, {"parameter", "speed"}}}};
}

std::string refusalOf(const Json& json) {
    return test::errorOf([&] { parseAnimator(json.dump(), hero()); });
}

std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

TEST(AnimatorFile, EverythingIsRead) {
    const AnimatorSpec spec = parseAnimator(plain().dump(), hero());
    ASSERT_EQ(spec.parameters.size(), 1u);
    EXPECT_EQ(spec.parameters[0].name, "speed");
    EXPECT_EQ(spec.parameters[0].most, 4);
    EXPECT_EQ(spec.parameters[0].initial, 1);
    EXPECT_THAT(spec.triggers, testing::ElementsAre("wave"));
    ASSERT_EQ(spec.states.size(), 4u);
    EXPECT_EQ(spec.states[0].clip, 0u);
    EXPECT_TRUE(spec.states[0].loops);
    EXPECT_EQ(spec.states[1].clip, 1u);
    EXPECT_EQ(spec.states[1].durationSeconds, 1);
    EXPECT_EQ(spec.states[1].speed, 1.5f);
    EXPECT_EQ(spec.states[1].groundSpeed, -1.25f);
    EXPECT_EQ(spec.states[0].groundSpeed, 0);
    ASSERT_EQ(spec.states[1].events.size(), 2u);
    EXPECT_EQ(spec.states[1].events[0].name, "left") << "by time";
    EXPECT_EQ(spec.states[1].events[1].seconds, .5f);
    EXPECT_FALSE(spec.states[2].loops);
    EXPECT_EQ(spec.states[3].clip, kRestPose);
    ASSERT_EQ(spec.transitions.size(), 3u);
    EXPECT_EQ(spec.transitions[0].from, 0u);
    EXPECT_EQ(spec.transitions[0].to, 1u);
    EXPECT_EQ(spec.transitions[0].seconds, .25f);
    EXPECT_EQ(spec.transitions[0].when.at(0).kind, AnimatorCondition::Kind::above);
    EXPECT_EQ(spec.transitions[0].when.at(0).value, .5f);
    EXPECT_EQ(spec.transitions[1].from, kAnyState);
    EXPECT_EQ(spec.transitions[1].when.at(0).kind, AnimatorCondition::Kind::trigger);
    EXPECT_EQ(spec.transitions[2].secondsLeft, .3f);
    EXPECT_EQ(spec.start, 1u);
    ASSERT_EQ(spec.masks.size(), 1u);
    EXPECT_EQ(spec.masks[0].name, "upper");
    EXPECT_THAT(spec.masks[0].joints, testing::ElementsAre(51, 255, 255, 51, 51))
        << "each with everything below it; the later one where they overlap";
    EXPECT_EQ(spec.masks[0].morphWeights, 255);
    ASSERT_EQ(spec.layers.size(), 1u);
    const AnimatorLayer& layer = spec.layers[0];
    EXPECT_EQ(layer.plays.clip, 2u);
    EXPECT_EQ(layer.plays.durationSeconds, 3);
    EXPECT_FALSE(layer.plays.loops);
    EXPECT_EQ(layer.mask, 1u);
    EXPECT_EQ(layer.seconds, .4f);
    EXPECT_THAT(layer.over, testing::ElementsAre(false, true, false, false));
    EXPECT_EQ(layer.when.at(0).kind, AnimatorCondition::Kind::trigger);
    ASSERT_TRUE(spec.additive);
    EXPECT_EQ(spec.additive->layer.plays.clip, 0u);
    EXPECT_TRUE(spec.additive->layer.plays.loops);
    EXPECT_EQ(spec.additive->layer.mask, kFullBody);
    EXPECT_EQ(spec.additive->weight, .5f);
    EXPECT_EQ(spec.additive->parameter, 0u);
}

TEST(AnimatorFile, FaultsNameTheirJsonPath) {
    struct Fault {
        const char* pointer;
        Json value;
        const char* message;
    };
    const Fault faults[] = {
        {"/colour", 1, "\"colour\" is unknown; choose one of: clips, parameters, triggers, states"},
        {"/parameters/0/name", 3, "parameters[0].name: a name is expected, not 3"},
        {"/parameters/0/name", "", "parameters[0].name: the name is empty"},
        {"/parameters/0/name", std::string(201, 'x'), "parameters[0].name: the name has 201 bytes"},
        {"/parameters/0/most", -1, "parameters[0].most: a number from 0 to 1000000 is expected"},
        {"/parameters/0/initial", 5, "parameters[0].initial: a number from 0 to 4"},
        {"/parameters/1",
         {{"name", "speed"}, {"least", 0}, {"most", 1}},
         "parameters[1].name: duplicate name 'speed'"},
        {"/triggers", Json::array_t(33, "t"), "triggers: the list has 33 entries, and at most 32"},
        {"/triggers/1", "wave", "triggers[1]: duplicate name 'wave'"},
        {"/states", Json::array(), "states: the list is empty"},
        {"/states", "many", "states: a list is expected, not \"many\""},
        {"/states/0", 4, "states[0]: an object is expected, not 4"},
        {"/states/0/clip", "wlak",
         "states[0].clip: unknown clip 'wlak'; choose one of: idle, walk, wave"},
        {"/states/0/name", "other", "states[0].name: unknown clip 'other'"},
        {"/states/3/name", "go", "states[3].name: duplicate name 'go'"},
        {"/states/1/speed", 101, "states[1].speed: a number from -100 to 100"},
        {"/states/1/speed", "fast", "states[1].speed: a number from -100 to 100 is expected, not"},
        {"/states/1/goes", 1e30, "states[1].goes: a number from -100 to 100"},
        {"/states/1/loops", 1, "states[1].loops: true or false is expected, not 1"},
        {"/states/1/events/0/seconds", 1,
         "states[1].events[0].seconds: the event is at the end of a looping clip"},
        {"/states/1/events/0/seconds", 1.5, "states[1].events[0].seconds: a number from 0 to 1 "},
        {"/states/3/events",
         {{{"name", "e"}, {"seconds", 0}}},
         "states[3].events[0]: a clip of 0 s is too short for events"},
        {"/transitions/0/from", "nowhere",
         "transitions[0].from: unknown state 'nowhere'; choose one of: idle, go, wave, rest"},
        {"/transitions/0/seconds", 0, "transitions[0].seconds: a number from 0.01 to 60"},
        {"/transitions/0/when", Json::array(), "transitions[0]: the transition never starts"},
        {"/transitions/0/when", Json::array_t(9, {{"trigger", "wave"}}),
         "transitions[0].when: the list has 9 entries, and at most 8"},
        {"/transitions/0/when/0/below", 1,
         "transitions[0].when[0]: exactly one of \"above\" and \"below\" is expected"},
        {"/transitions/0/when/0/trigger", "wave",
         "transitions[0].when[0]: \"trigger\" excludes other members"},
        {"/transitions/0/when/0/parameter", "sped",
         "transitions[0].when[0].parameter: unknown parameter 'sped'; choose one of: speed"},
        {"/transitions/2/from", "idle",
         "transitions[2].secondsLeft: state 'idle' loops and does not end"},
        {"/start", "home", "start: unknown state 'home'"},
        {"/masks", Json::array_t(5, {{"name", "m"}}),
         "masks: the list has 5 entries, and at most 4"},
        {"/masks/1",
         {{"name", "upper"}, {"joints", {"spine_2"}}},
         "masks[1].name: duplicate name 'upper'"},
        {"/masks/0/joints", Json::array(), "masks[0]: the mask has no joints"},
        {"/masks/0/joints/1", "spin",
         "masks[0].joints[1]: unknown joint 'spin'; choose one of: hips, spine_1, spine_2"},
        {"/masks/0/joints/1", "leg", "masks[0].joints[1]: 2 joints have this name"},
        {"/masks/0/joints/0/weight", 2, "masks[0].joints[0].weight: a number from 0 to 1"},
        {"/masks/0/joints/0/below", true, "masks[0].joints[0]: \"below\" is unknown"},
        {"/masks/0/morphWeights", -1, "masks[0].morphWeights: a number from 0 to 1"},
        {"/layers/0/mask", "lower", "layers[0].mask: unknown mask 'lower'; choose one of: upper"},
        {"/layers/0/clip", "bow", "layers[0].clip: unknown clip 'bow'"},
        {"/layers/0/clip", nullptr, "layers[0].clip: a name is expected, not null"},
        {"/layers/0/seconds", 0, "layers[0].seconds: a number from 0.01 to 60"},
        {"/layers/0/over/1", "fly", "layers[0].over[1]: unknown state 'fly'"},
        {"/layers/0/when", Json::array(), "layers[0]: a layer that does not loop needs a trigger"},
        {"/layers/0/loops", true, "layers[0]: a layer with a trigger cannot loop"},
        {"/layers/0/events", Json::array(), "layers[0]: \"events\" is unknown"},
        {"/layers/1",
         {{"name", "wave"}, {"loops", false}, {"when", {{{"trigger", "wave"}}}}},
         "layers[1].name: duplicate name 'wave'"},
        {"/additive/weight", 1.5, "additive.weight: a number from 0 to 1"},
        {"/additive/parameter", "lean", "additive.parameter: unknown parameter 'lean'"},
        {"/additive/when",
         {{{"trigger", "wave"}}},
         "additive.when: the additive clip cannot have triggers"},
        {"/additive/name", "lean", "additive: \"name\" is unknown"},
    };
    EXPECT_EQ(refusalOf(plain()), "");
    for (const Fault& fault : faults) {
        Json json = plain();
        json[Json::json_pointer(fault.pointer)] = fault.value;
        EXPECT_THAT(refusalOf(json), HasSubstr(fault.message)) << fault.pointer;
    }
    Json json = plain();
    json["additive"].erase("clip");
    EXPECT_EQ(refusalOf(json), "additive: \"clip\" is missing");
    json = plain();
    json["transitions"][0].erase("to");
    EXPECT_EQ(refusalOf(json), "transitions[0]: \"to\" is missing");
    EXPECT_THAT(refusalOf(Json(3)), HasSubstr("an object is expected, not 3"));
}

// The clip's duration is a float and the file has a decimal number, so the two differ slightly.
TEST(AnimatorFile, AnEventMayLieAtTheEndOfAClipWithoutLoop) {
    Model model = hero();
    model.clips[2].durationSeconds = 0.7f;
    ASSERT_LT(double{0.7f}, 0.7);
    Json json = plain();
    json["states"][2]["events"] = {{{"name", "end"}, {"seconds", 0.7}}};
    const AnimatorSpec spec = parseAnimator(json.dump(), model);
    EXPECT_EQ(spec.states[2].events.at(0).seconds, .7f);
}

TEST(AnimatorFile, TextThatIsNoJsonIsRefused) {
    EXPECT_THAT([] { parseAnimator("{\"states\": [}", hero()); },
                testing::ThrowsMessage<std::runtime_error>(HasSubstr("line 1")));
    EXPECT_THAT([] { readAnimator("nowhere/hero.animator.json", hero()); },
                testing::ThrowsMessage<std::runtime_error>(
                    HasSubstr("hero.animator.json: cannot be opened")));
}

TEST(AnimatorFile, TheExampleOfTheDocumentIsRead) {
    const std::string text =
        textOf(std::filesystem::path(SINEW_SOURCE_DIR) / "docs" / "animator.md");
    const size_t first = text.find("```json\n");
    ASSERT_NE(first, std::string::npos);
    const size_t end = text.find("```", first + 8);
    const AnimatorSpec spec = parseAnimator(text.substr(first + 8, end - first - 8), hero());
    EXPECT_EQ(spec.states.size(), 3u);
    EXPECT_EQ(spec.transitions.size(), 4u);
    EXPECT_EQ(spec.layers.size(), 1u);
}

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
         "models[0].count: a whole number from 1 to 1000000 is expected, not 0"},
        {R"({"models": [{"path": "a.glb", "count": 1.5}]})", "models[0].count: a whole number"},
        {R"({"models": [{"path": "a.glb", "count": 1e30}]})",
         "models[0].count: a whole number from 1"},
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
