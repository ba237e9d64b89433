// The torture set through sinew-cli: inspect tells the facts, export the vertices, and every broken
// file ends as one line.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string quoted(const fs::path& file) {
    return "'" + file.string() + "'";
}

json inspected(const fs::path& file) {
    const Outcome run = runCli("inspect --json " + quoted(file));
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.error, "");
    return json::parse(run.out);
}

json inspectedCase(const std::string& name) {
    return inspected(dataFolder() / "torture" / name);
}

TEST(CliTorture, InspectTellsTheFactsOfEveryFile) {
    for (const fs::path& file : modelsIn("torture")) {
        SCOPED_TRACE(file.filename().string());
        const json expected = readTortureFile(file).expected;
        const json facts = inspected(file);
        size_t vertices = 0;
        for (const json& primitive : facts.at("primitives")) {
            vertices += primitive.at("vertices").get<size_t>() -
                        primitive.at("tangentCopies").get<size_t>();
        }
        EXPECT_EQ(vertices, expected.at("vertices").get<size_t>());
        EXPECT_EQ(facts.at("joints"), expected.at("joints"));
        EXPECT_EQ(facts.at("paletteEntries"), expected.at("binds"));
        size_t most = 0;
        for (const auto& [count, ignored] : facts.at("verticesByInfluences").items()) {
            most = std::max<size_t>(most, std::stoul(count));
        }
        EXPECT_EQ(most, expected.at("mostInfluences").get<size_t>());
        ASSERT_EQ(facts.at("skins").size(), expected.at("skins").size());
        for (size_t s = 0; s < facts.at("skins").size(); ++s) {
            EXPECT_EQ(facts.at("skins")[s].at("joints"), expected.at("skins")[s]);
        }
        ASSERT_EQ(facts.at("clips").size(), expected.at("clips").size());
        for (size_t c = 0; c < facts.at("clips").size(); ++c) {
            EXPECT_EQ(facts.at("clips")[c].at("name"), expected.at("clips")[c].at("name"));
            EXPECT_FLOAT_EQ(facts.at("clips")[c].at("durationSeconds").get<float>(),
                            expected.at("clips")[c].at("durationSeconds").get<float>());
        }
        EXPECT_EQ(facts.at("warnings").size(), expected.at("warnings").size());
    }
}

TEST(CliTorture, InspectTellsInfluencesMorphsInterpolationAndExtensions) {
    EXPECT_EQ(inspectedCase("influences_16.gltf").at("verticesByInfluences"),
              json::parse(R"({"1": 2, "16": 1})"));
    const json morphs = inspectedCase("morph_12_targets.gltf");
    EXPECT_EQ(morphs.at("morphTargets"), 12);
    EXPECT_EQ(morphs.at("restMorphWeights")[1], .25);
    EXPECT_EQ(morphs.at("verticesMorphed"), 3);
    const json clip = inspectedCase("three_samplers_on_a_node.gltf").at("clips")[0];
    EXPECT_EQ(clip.at("interpolations"), json::parse(R"({"LINEAR": 2, "STEP": 1})"));
    EXPECT_EQ(clip.at("paths"), json::parse(R"({"translation": 1, "rotation": 1, "scale": 1})"));
    const json cubic = inspectedCase("morph_weights_cubic.gltf").at("clips")[0];
    EXPECT_EQ(cubic.at("interpolations"), json::parse(R"({"CUBICSPLINE": 1})"));
    EXPECT_EQ(cubic.at("paths"), json::parse(R"({"weights": 1})"));
    const json unknown = inspectedCase("unknown_extension.gltf");
    EXPECT_EQ(unknown.at("extensions"), json::parse(R"(["SINEW_unheard_of"])"));
    EXPECT_NE(unknown.at("warnings")[0].get<std::string>().find("SINEW_unheard_of"),
              std::string::npos);
}

TEST(CliTorture, InspectTellsPeopleTheSame) {
    const auto text = [](const char* name) {
        return runCli("inspect " + quoted(dataFolder() / "torture" / name)).out;
    };
    const auto expectWords = [](const std::string& out, std::vector<const char*> words) {
        for (const char* word : words) EXPECT_NE(out.find(word), std::string::npos) << out;
    };
    expectWords(text("skin_of_1100_joints.glb"), {"1101 nodes, 1100 palette entries"});
    expectWords(text("influences_16.gltf"), {"1: 2 vertices; 16: 1 vertices"});
    expectWords(text("morph_12_targets.gltf"), {"morph targets   12, of 3 vertices"});
    expectWords(text("several_clips.gltf"), {"move", "1.000 s", "climb", "3.000 s", "clip 2"});
    expectWords(text("three_samplers_on_a_node.gltf"),
                {"1 translation, 1 rotation, 1 scale", "1 STEP, 2 LINEAR"});
    expectWords(text("unknown_extension.gltf"), {"extensions", "warning: ", "SINEW_unheard_of"});
}

/// A little memory: a file that claims billions of elements costs nothing. The sanitizers reserve
/// terabytes of addresses and cannot live with a limit.
const char* littleMemory() {
#ifdef __SANITIZE_ADDRESS__
    return "";
#else
    return "ulimit -v 1000000;";
#endif
}

TEST(CliTorture, EveryBrokenFileEndsAsOneLineInLittleMemory) {
    size_t files = 0;
    for (const fs::path& file : modelsIn("broken")) {
        SCOPED_TRACE(file.filename().string());
        const Outcome run = runCli("inspect " + quoted(file), littleMemory());
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_EQ(run.out, "");
        EXPECT_EQ(run.error, run.lastError + '\n');
        EXPECT_EQ(run.error.rfind("sinew-cli: " + file.string() + ": ", 0), 0u) << run.error;
        ++files;
    }
    EXPECT_GE(files, 40u);
}

std::vector<glm::dvec3> positionsOfObj(const std::string& text) {
    std::vector<glm::dvec3> positions;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        glm::dvec3 p;
        if (std::sscanf(line.c_str(), "v %lf %lf %lf", &p.x, &p.y, &p.z) == 3) {
            positions.push_back(p);
        }
    }
    return positions;
}

void expectExported(const char* name, const std::string& method) {
    const TemporaryFolder folder;
    const TortureFile file = readTortureFile(dataFolder() / "torture" / name);
    for (const TorturePose& pose : file.poses) {
        SCOPED_TRACE(std::string(name) + " by " + method + " at " +
                     std::to_string(pose.timeSeconds) + " s");
        std::string arguments = "export " + quoted(file.file) + " --method " + method + " -o " +
                                quoted(folder / "posed.obj");
        if (pose.clip != kRestPose) {
            arguments += " --clip " + std::to_string(pose.clip) + " --time " +
                         std::to_string(pose.timeSeconds);
        }
        const Outcome run = runCli(arguments);
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const auto positions = positionsOfObj(readFile(folder / "posed.obj"));
        ASSERT_EQ(positions.size(), pose.positions.size());
        for (size_t v = 0; v < positions.size(); ++v) {
            EXPECT_LE(glm::length(positions[v] - pose.positions[v]), 1e-5) << "vertex " << v;
        }
    }
}

constexpr const char* kExported[] = {"morph_before_skin.gltf", "morph_weights_cubic.gltf",
                                     "joints_out_of_tree_order.gltf",
                                     "missing_tangents_on_a_seam.gltf", "animated_joint.gltf"};

TEST(CliTorture, ExportOfTheReferenceWritesTheVerticesWorkedOutByHand) {
    for (const char* name : kExported) expectExported(name, "reference");
}

// tests/gpu/torture_test.cpp holds each method for every file.
TEST(GpuCliTorture, ExportOfEveryMethodWritesTheVerticesWorkedOutByHand) {
    expectExported("morph_before_skin.gltf", "compute");
    expectExported("joints_out_of_tree_order.gltf", "vertex");
    expectExported("missing_tangents_on_a_seam.gltf", "cpu");
}

}  // namespace
}  // namespace sinew::test
