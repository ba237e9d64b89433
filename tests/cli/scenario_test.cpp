// Scenario files: the shipped ones are valid, and errors name their place.
#include "benchmarks/run/scenario.h"

#include "shaders/shared/view.h"
#include "skinning/gpu/frame/frame.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kFolder = SINEW_SOURCE_DIR "/benchmarks/scenarios";

TEST(Scenario, EveryOneThatShipsIsRead) {
    const std::vector<std::string> names = scenarioNames(kFolder);
    EXPECT_GE(names.size(), 10u);
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const Scenario scenario = findScenario(kFolder, name);
        EXPECT_EQ(scenario.name, name);
        EXPECT_FALSE(scenario.about.empty());
        EXPECT_FALSE(scenario.choices.empty());
    }
}

TEST(Scenario, PublishedCasesHaveTheirExactCountsInAll) {
    struct Case {
        const char* name;
        std::vector<uint32_t> instances;
        uint32_t together;  // characters that the counts include
        uint32_t vertices, triangles, joints, influences, clipFrames;
    };
    for (const Case& c : {Case{"mmo-dungeon", {4}, 4, 15'172, 21'488, 212, 4, 60},
                          Case{"crowded-screen", {48}, 48, 182'064, 257'856, 2'544, 4, 60},
                          Case{"tutorial", {1}, 1, 3'430, 5'000, 68, 4, 35},
                          Case{"soldiers", {50, 300}, 1, 1'186, 1'732, 30, 4, 60},
                          Case{"uniform-array", {1, 16, 64}, 1, 2'000, 3'000, 24, 2, 60}}) {
        SCOPED_TRACE(c.name);
        const Scenario scenario = findScenario(kFolder, c.name);
        EXPECT_EQ(scenario.instances, c.instances);
        ASSERT_EQ(scenario.subjects.size(), 1u);
        const FigureCounts& counts = *scenario.subjects[0].figure;
        EXPECT_EQ(c.together * counts.vertices, c.vertices);
        EXPECT_EQ(c.together * counts.triangles, c.triangles);
        EXPECT_EQ(c.together * counts.joints, c.joints);
        EXPECT_EQ(counts.influences, c.influences);
        EXPECT_EQ(counts.clipFrames, c.clipFrames);
    }
}

// Choices are in pairs, so that the report can give the crowd size at which GPU posing is faster.
TEST(Scenario, TheAnimatedCrowdIsPosedByTheCpuAndByTheGpu) {
    const Scenario scenario = findScenario(kFolder, "crowd-animated");
    ASSERT_EQ(scenario.subjects.size(), 1u);
    EXPECT_FALSE(scenario.subjects[0].animator.empty());
    EXPECT_THAT(planText(scenario, scenario.subjects[0]), HasSubstr(scenario.subjects[0].animator));
    EXPECT_EQ(scenario.instances.front(), 1u);
    EXPECT_EQ(scenario.instances.back(), 10'000u);
    for (SkinChoice choice : scenario.choices) {
        choice.settings.poses = PosedBy::cpu;
        choice.settings.keys = KeyFormat::fp32;
        EXPECT_EQ(std::count(scenario.choices.begin(), scenario.choices.end(), choice), 1)
            << choiceText(choice);
    }
}

TEST(Scenario, PassesOfASweepAreOneToEight) {
    const Scenario sweep = findScenario(kFolder, "sweep-passes");
    ASSERT_EQ(sweep.passes.size(), kMostPasses);
    for (const uint32_t passes : sweep.passes) {
        FrameSettings settings;
        setPasses(settings, passes);
        EXPECT_EQ(passesOf(settings), passes);
        EXPECT_LE(settings.cascadeCount, uint32_t{SINEW_MAX_CASCADES});
    }
}

TEST(Scenario, AFaultNamesFilePathAndValidValues) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "mine.json";
    const Json good = Json::parse(R"({"about": "", "choices": ["compute"], "instances": [1],
        "passes": [1], "models": [{"users": true}]})");
    const auto read = [&](const Json& scenario) {
        writeFile(file, scenario.dump());
        EXPECT_EQ(readScenario(file).choices.size(), 1u);
    };
    expectFaults(
        good, read,
        {{"", "[]", "mine.json", "an object"},
         {"/passes", nullptr, "mine.json", "missing"},
         {"/more", "1", "mine.json", "'more' is unknown"},
         {"/kernels", "1", "mine.json.kernels", "true or false"},
         {"/growth", "1", "mine.json.growth", "2 to 100"},
         {"/passes", "[2, 2]", "mine.json.passes[1]", "larger"},
         {"/passes", "[9]", "mine.json.passes[0]", "1 to 8"},
         {"/passes", "[-1]", "mine.json.passes[0]", "1 to 8"},
         {"/instances", "[]", "mine.json.instances", "a list that is not empty"},
         {"/instances", "[4000000000]", "mine.json.instances[0]", "from 1"},
         {"/choices", R"(["magic"])", "mine.json.choices[0]", "compute"},
         {"/choices", R"(["methods", "cpu"])", "mine.json.choices[1]", "not a duplicate"},
         {"/inView", "0", "mine.json.inView", "from 1"},
         {"/models/0", R"({"file": "../other.glb"})", "mine.json.models[0].file",
          "without a folder"},
         {"/models/0", R"({"file": "a.glb", "animator": "../b.json"})",
          "mine.json.models[0].animator", "without a folder"},
         {"/models/0", R"({"vertices": 10, "triangles": 10, "joints": 1, "animator": "b.json"})",
          "mine.json.models[0]", "'animator' requires 'file'"},
         {"/models/0", R"({"vertices": 10})", "mine.json.models[0]", "'triangles' is missing"},
         {"/models/0", R"({"vertices": 1e9, "triangles": 1, "joints": 1})",
          "mine.json.models[0].vertices", "from 1"},
         {"/models/0", R"({"vertices": 4000, "triangles": 6000, "joints": 60001})",
          "mine.json.models[0].joints", "from 1 to 60000"},
         {"/models/0",
          R"({"vertices": 4000, "triangles": 6000, "joints": 60000, "clipFrames": 10000})",
          "mine.json.models[0]", "10000 frames in its clip; try 1 to 66"},
         {"/models/0",
          R"({"vertices": 1000000, "triangles": 1500000, "joints": 60, "influences": 16})",
          "mine.json.models[0]", "try 1 to 500000"},
         {"/models/0", R"({"vertices": 4000, "triangles": 60000, "joints": 60})",
          "mine.json.models[0]", "try 30020 to 180000"},
         {"/models/0", R"({"vertices": 4000, "triangles": 6000, "joints": 3})",
          "mine.json.models[0]", "try 1 to 3"},
         {"/models/0", R"({"together": [{"file": "a.glb"}]})", "mine.json.models[0]",
          "has 1; 2 to 64"},
         {"/models/0", R"({"together": [{"file": "a.glb"}, {"users": true}]})",
          "mine.json.models[0].together[1]", "'users' is unknown"},
         {"/models/0", R"({"together": [{"file": "a.glb"}, {"file": "b.glb"}], "file": "c.glb"})",
          "mine.json.models[0]", "'file' is unknown"}});
    Json several = good;
    several["models"][0] = Json::parse(R"({"together": [{"file": "a.glb"}, {"file": "b.glb"}]})");
    expectFaults(several, read,
                 {{"/kernels", "true", "mine.json.models[0]", "kernels are timed with one model"}});
    writeFile(file, "[");
    EXPECT_THAT(errorOf([&] { return readScenario(file); }),
                testing::AllOf(HasSubstr("mine.json"), HasSubstr("the JSON ends too early")));
}

/// "[1,2,...,count]".
std::string countsTo(size_t count) {
    std::string text = "[1";
    for (size_t i = 2; i <= count; ++i) text += ',' + std::to_string(i);
    return text + ']';
}

TEST(Scenario, RowsAreCountedBeforeAnythingIsMade) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "mine.json";
    const auto fault = [&](size_t crowds, const std::string& more) {
        writeFile(file, R"({"about": "", "choices": ["methods"], "models": [{"users": true}],
            "passes": [1,2,3,4,5,6,7,8], "instances": )" +
                            countsTo(crowds) + more + "}");
        return errorOf([&] { return readScenario(file); });
    };
    EXPECT_EQ(fault(400, ""), "");  // 6 methods: 19,200 rows
    EXPECT_THAT(fault(420, ""), HasSubstr("make 20160 rows per model; try at most 20000"));
    EXPECT_THAT(fault(400, R"(, "growth": 2)"), HasSubstr("420 crowd sizes"));
    EXPECT_THAT(fault(100'000, ""), HasSubstr("mine.json.instances: the list has 100000"));
}

}  // namespace
}  // namespace sinew::test
