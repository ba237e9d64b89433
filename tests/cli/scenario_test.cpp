// Tests the scenario files that ship, and that faults name their JSON path. Also tests generated
// figures: their exact counts, and complete models.
#include <algorithm>
#include <map>
#include <set>

#include "benchmarks/charts/figure.h"
#include "benchmarks/run/scenario.h"
#include "tests/check_model.h"
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
        uint32_t together;  // number of characters in the counts below
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

// The choices are pairs of CPU and GPU posing. So the report can give the crowd size at which GPU
// posing is faster.
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
         {"/more", "1", "mine.json", R"("more" is unknown)"},
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
         {"/shadows", R"("ray")", "mine.json", "choose map, traced, or traced:DEGREES"},
         {"/models/0", R"({"file": "../other.glb"})", "mine.json.models[0].file",
          "without a folder"},
         {"/models/0", R"({"file": "a.glb", "animator": "../b.json"})",
          "mine.json.models[0].animator", "without a folder"},
         {"/models/0", R"({"vertices": 10, "triangles": 10, "joints": 1, "animator": "b.json"})",
          "mine.json.models[0]", "'animator' requires 'file'"},
         {"/models/0", R"({"vertices": 10})", "mine.json.models[0]", R"("triangles" is missing)"},
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
          "mine.json.models[0].together[1]", R"("users" is unknown)"},
         {"/models/0", R"({"together": [{"file": "a.glb"}, {"file": "b.glb"}], "file": "c.glb"})",
          "mine.json.models[0]", R"("file" is unknown)"}});
    Json several = good;
    several["models"][0] = Json::parse(R"({"together": [{"file": "a.glb"}, {"file": "b.glb"}]})");
    expectFaults(several, read,
                 {{"/kernels", "true", "mine.json.models[0]", "kernels are timed with one model"}});
    Json traced = good;
    traced["shadows"] = "traced:1.5";
    EXPECT_NO_THROW(read(traced));
    expectFaults(traced, read,
                 {{"/passes", "[1, 3]", "mine.json", "1,3 passes are wanted; use 1"}});
    writeFile(file, "[");
    EXPECT_THAT(errorOf([&] { return readScenario(file); }),
                testing::AllOf(HasSubstr("mine.json"), HasSubstr("the JSON ends too early")));
}

/// Returns "[1,2,...,count]".
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
    EXPECT_EQ(fault(400, ""), "");  // 6 methods and 8 pass counts: 19,200 rows
    EXPECT_THAT(fault(420, ""), HasSubstr("make 20160 rows per model; try at most 20000"));
    EXPECT_THAT(fault(400, R"(, "growth": 2)"), HasSubstr("420 crowd sizes"));
    EXPECT_THAT(fault(100'000, ""), HasSubstr("mine.json.instances: the list has 100000"));
}

uint32_t influencesOf(const Geometry& geometry, uint32_t vertex) {
    return geometry.influenceOffsets[vertex + 1] - geometry.influenceOffsets[vertex];
}

void expectExact(const FigureCounts& counts) {
    SCOPED_TRACE(::testing::Message()
                 << counts.vertices << " vertices, " << counts.triangles << " triangles, "
                 << counts.joints << " joints, " << counts.influences << " influences");
    const Model model = makeFigure(counts);
    const Geometry& geometry = model.geometry;
    EXPECT_EQ(test::brokenPromise(model), "");
    EXPECT_EQ(geometry.vertexCount(), counts.vertices);
    EXPECT_EQ(geometry.indices.size(), 3 * uint64_t{counts.triangles});
    EXPECT_EQ(model.skeleton.size(), counts.joints);
    EXPECT_EQ(model.binds.size(), counts.joints);
    ASSERT_EQ(model.clips.size(), 1u);
    EXPECT_EQ(model.clips[0].times.size(), counts.clipFrames);

    uint32_t full = 0;
    uint32_t most = 0;
    for (uint32_t v = 0; v < counts.vertices; ++v) {
        most = std::max(most, influencesOf(geometry, v));
        full += influencesOf(geometry, v) == counts.influences ? 1 : 0;
    }
    EXPECT_EQ(most, counts.influences);
    EXPECT_GT(full, counts.vertices / 2);

    std::vector<bool> drawn(counts.vertices, false);
    for (const uint32_t index : geometry.indices) drawn[index] = true;
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), false), 0) << "vertices of no triangle";
    for (size_t i = 0; i < geometry.indices.size(); i += 3) {
        const std::set<uint32_t> corners(&geometry.indices[i], &geometry.indices[i] + 3);
        ASSERT_EQ(corners.size(), 3u) << "triangle " << i / 3;
    }
}

TEST(Figure, HasExactlyTheCountsOfThePublishedCases) {
    expectExact({.vertices = 3430, .triangles = 5000, .joints = 68, .clipFrames = 35});
    expectExact({.vertices = 1186, .triangles = 1732, .joints = 30});
    expectExact({.vertices = 3793, .triangles = 5372, .joints = 53});
    expectExact({.vertices = 15172, .triangles = 21488, .joints = 212});
    expectExact({.vertices = 2000, .triangles = 3000, .joints = 24, .influences = 2});
}

TEST(Figure, HasExactlyTheCountsOverTheRangesThatAreSwept) {
    for (const uint32_t vertices : {1000u, 1001u, 10'000u, 123'457u, 1'000'000u}) {
        expectExact({.vertices = vertices, .triangles = vertices * 3 / 2, .joints = 50});
    }
    for (const uint32_t joints : {1u, 2u, 4u, 5u, 6u, 7u, 17u, 256u, 1000u}) {
        expectExact({1500, 2001, joints, std::min(joints, 4u)});
    }
    for (const uint32_t influences : {1u, 2u, 3u, 4u, 8u, 12u, 16u}) {
        expectExact({3000, 4000, 40, influences});
    }
    expectExact({.vertices = 900, .triangles = 1200, .joints = 8, .influences = 8});
    // The figures range from one without seams to one whose triangles share no vertices.
    for (const uint32_t vertices : {1520u, 1521u, 1600u, 2500u, 4000u, 9000u, 9003u}) {
        expectExact({.vertices = vertices, .triangles = 3001, .joints = 20});
    }
}

TEST(Figure, FacesOutwardsAndItsNormalsFollowItsTriangles) {
    const Model model = makeFigure({.vertices = 3430, .triangles = 5000, .joints = 68});
    const Geometry& g = model.geometry;
    double volume = 0;
    uint32_t against = 0;
    for (size_t i = 0; i < g.indices.size(); i += 3) {
        const glm::vec3& a = g.positions[g.indices[i]];
        const glm::vec3& b = g.positions[g.indices[i + 1]];
        const glm::vec3& c = g.positions[g.indices[i + 2]];
        const glm::vec3 face = glm::cross(b - a, c - a);
        volume += static_cast<double>(glm::dot(a, glm::cross(b, c))) / 6;
        for (size_t k = 0; k < 3; ++k) {
            against += glm::dot(face, g.normals[g.indices[i + k]]) < 0 ? 1 : 0;
        }
    }
    EXPECT_GT(volume, 0.03) << "cubic metres of a body";
    EXPECT_LT(volume, 0.15);
    EXPECT_LT(against, g.indices.size() / 100);
}

TEST(Figure, WeightsChangeSmoothlyAlongTheBody) {
    const Model model = makeFigure({.vertices = 20'000, .triangles = 30'000, .joints = 40});
    const Geometry& g = model.geometry;
    const auto weightsOf = [&](uint32_t v) {
        std::map<uint32_t, float> weights;
        for (uint32_t i = g.influenceOffsets[v]; i < g.influenceOffsets[v + 1]; ++i) {
            weights[g.influences[i].bind] = g.influences[i].weight;
        }
        return weights;
    };
    for (size_t i = 0; i < g.indices.size(); i += 3) {
        std::map<uint32_t, float> difference = weightsOf(g.indices[i]);
        for (const auto& [bind, weight] : weightsOf(g.indices[i + 1])) difference[bind] -= weight;
        for (const auto& [bind, weight] : difference) {
            ASSERT_LT(std::abs(weight), 0.2f) << "of bind " << bind << " at triangle " << i / 3;
        }
    }
}

// This test would time out if each joint and frame searched all joints of its limb.
TEST(Figure, TakesTimeInProportionToItsJoints) {
    const Model model = makeFigure({.vertices = 2000, .triangles = 3000, .joints = 60'000});
    EXPECT_EQ(model.skeleton.size(), 60'000u);
    EXPECT_EQ(model.clips.at(0).channels.size(), 60'000u);
}

TEST(Figure, SaysWhichCountDoesNotGoWithWhich) {
    for (const auto& [counts, words] : std::initializer_list<std::pair<FigureCounts, const char*>>{
             {{1000, 3000, 20}, "3000 triangles cannot have 1000 vertices; try 1520 to 9000"},
             {{9001, 3000, 20}, "try 1520 to 9000"},
             {{12, 20, 20}, "try 30"},
             {{12, 19, 20}, "try 20"},
             {{3000, 3000, 3}, "3 joints cannot have 4 influences"},
             {{3000, 3000, 20, 0}, "0 influences"},
             {{3000, 3000, 20, 4, 0}, "0 frames in its clip; try 1 to"}}) {
        EXPECT_THAT(test::errorOf([&] { return makeFigure(counts); }), testing::HasSubstr(words));
    }
}

}  // namespace
}  // namespace sinew::test
