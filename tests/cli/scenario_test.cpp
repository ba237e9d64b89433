// Scenario files: those that ship, and faults that say where they are.
#include "benchmarks/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/gpu/frame.h"
#include "tests/cli/program.h"

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
        uint32_t vertices;
        uint32_t triangles;
        uint32_t joints;
    };
    for (const Case& c : std::initializer_list<Case>{{"mmo-dungeon", 15'172, 21'488, 212},
                                                     {"crowded-screen", 182'064, 257'856, 2'544}}) {
        const Scenario scenario = findScenario(kFolder, c.name);
        ASSERT_EQ(scenario.subjects.size(), 1u);
        ASSERT_EQ(scenario.instances.size(), 1u);
        const FigureCounts& counts = *scenario.subjects[0].figure;
        const uint32_t times = scenario.instances[0];
        EXPECT_EQ(times * counts.vertices, c.vertices) << c.name;
        EXPECT_EQ(times * counts.triangles, c.triangles) << c.name;
        EXPECT_EQ(times * counts.joints, c.joints) << c.name;
    }
    const Scenario tutorial = findScenario(kFolder, "tutorial");
    EXPECT_EQ(tutorial.subjects[0].figure->vertices, 3'430u);
    EXPECT_EQ(tutorial.subjects[0].figure->joints, 68u);
    EXPECT_EQ(tutorial.subjects[0].figure->clipFrames, 35u);
    const Scenario soldiers = findScenario(kFolder, "soldiers");
    EXPECT_EQ(soldiers.subjects[0].figure->vertices, 1'186u);
    EXPECT_EQ(soldiers.subjects[0].figure->triangles, 1'732u);
    EXPECT_EQ(soldiers.instances, (std::vector<uint32_t>{50, 300}));
    const Scenario classic = findScenario(kFolder, "uniform-array");
    EXPECT_EQ(classic.subjects[0].figure->joints, 24u);
    EXPECT_EQ(classic.subjects[0].figure->influences, 2u);
}

// Choices stand in pairs, so that the report can say from how many instances on poses of the GPU
// win.
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

TEST(Scenario, AFaultNamesFilePlaceAndWhatIsPossible) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder / "mine.json";
    const std::string good = R"("about": "", "choices": ["compute"], "instances": [1],
        "passes": [1], "models": [{"users": true}])";
    writeFile(file, "{" + good + "}");
    EXPECT_EQ(readScenario(file).choices.size(), 1u);
    struct Case {
        const char* text;
        const char* place;
        const char* words;
    };
    for (
        const Case& c : std::initializer_list<Case>{
            {"[", "mine.json", "the JSON ends too early"},
            {"[]", "mine.json", "an object"},
            {R"({"about": "", "models": []})", "mine.json", "missing"},
            {R"("more": 1)", "mine.json", "'more' is unknown"},
            {R"("kernels": 1)", "mine.json.kernels", "true or false"},
            {R"("growth": 1)", "mine.json.growth", "2 to 100"},
            {R"("passes": [2, 2])", "mine.json.passes[1]", "larger"},
            {R"("passes": [9])", "mine.json.passes[0]", "1 to 8"},
            {R"("passes": [-1])", "mine.json.passes[0]", "1 to 8"},
            {R"("instances": [])", "mine.json.instances", "a list that is not empty"},
            {R"("instances": [4000000000])", "mine.json.instances[0]", "from 1"},
            {R"("choices": ["magic"])", "mine.json.choices[0]", "compute"},
            {R"("choices": ["methods", "cpu"])", "mine.json.choices[1]", "not a duplicate"},
            {R"("models": [{"file": "../other.glb"}])", "mine.json.models[0].file",
             "without a folder"},
            {R"("models": [{"file": "a.glb", "animator": "../b.json"}])",
             "mine.json.models[0].animator", "without a folder"},
            {R"("inView": 0)", "mine.json.inView", "from 1"},
            {R"("models": [{"vertices": 10, "triangles": 10, "joints": 1, "animator": "b.json"}])",
             "mine.json.models[0]", "'animator' requires 'file'"},
            {R"("models": [{"vertices": 10}])", "mine.json.models[0]", "'triangles' is missing"},
            {R"("models": [{"vertices": 1e9, "triangles": 1, "joints": 1}])",
             "mine.json.models[0].vertices", "from 1"},
            {R"("models": [{"vertices": 4000, "triangles": 6000, "joints": 60001}])",
             "mine.json.models[0].joints", "from 1 to 60000"},
            {R"("models": [{"vertices": 4000, "triangles": 6000, "joints": 60000,
                             "clipFrames": 10000}])",
             "mine.json.models[0]", "10000 frames in its clip; try 1 to 66"},
            {R"("models": [{"vertices": 1000000, "triangles": 1500000, "joints": 60,
                             "influences": 16}])",
             "mine.json.models[0]", "try 1 to 500000"},
            {R"("models": [{"vertices": 4000, "triangles": 60000, "joints": 60}])",
             "mine.json.models[0]", "try 30020 to 180000"},
            {R"("models": [{"vertices": 4000, "triangles": 6000, "joints": 3}])",
             "mine.json.models[0]", "try 1 to 3"},
            {R"("models": [{"together": [{"file": "a.glb"}]}])", "mine.json.models[0]",
             "has 1; 2 to 64"},
            {R"("models": [{"together": [{"file": "a.glb"}, {"users": true}]}])",
             "mine.json.models[0].together[1]", "'users' is unknown"},
            {R"("models": [{"together": [{"file": "a.glb"}, {"file": "b.glb"}], "file": "c.glb"}])",
             "mine.json.models[0]", "'file' is unknown"},
            {R"("kernels": true, "models": [{"together": [{"file": "a.glb"}, {"file": "b.glb"}]}])",
             "mine.json.models[0]", "kernels are timed with one model"}}) {
        const std::string text = c.text;
        // A key that comes later stands for the one before.
        writeFile(file, text[0] == '"' ? "{" + good + ", " + text + "}" : text);
        try {
            readScenario(file);
            ADD_FAILURE() << text;
        } catch (const std::runtime_error& error) {
            EXPECT_THAT(error.what(), HasSubstr(c.place)) << text;
            EXPECT_THAT(error.what(), HasSubstr(c.words)) << text;
        }
    }
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
        try {
            readScenario(file);
        } catch (const std::runtime_error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(fault(400, ""), "");  // 6 methods: 19,200 rows
    EXPECT_THAT(fault(420, ""), HasSubstr("make 20160 rows per model; try at most 20000"));
    EXPECT_THAT(fault(400, R"(, "growth": 2)"), HasSubstr("420 crowd sizes"));
    EXPECT_THAT(fault(100'000, ""), HasSubstr("mine.json.instances: the list has 100000"));
}

}  // namespace
}  // namespace sinew::test
