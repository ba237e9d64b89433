// --clips, --scene and --morph of sinew-cli.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kPlayer = shipped("mannequin_low.glb").string();

/// A clip alone, for one joint.
void writeClip(const fs::path& file, const char* joint) {
    Gltf gltf;
    gltf.add("nodes", {{"name", joint}});
    gltf.channel(0, "translation", gltf.scalars({0, 1}), gltf.vec3({0, 1, 0, 5, 1, 0}));
    writeFile(file, textOf(gltf));
}

TEST(CliClips, ClipsOfAFolderArePlayedByEveryCommandThatReadsOneModel) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "clips");
    writeClip(folder / "clips" / "slide.gltf", "rig:Hips");
    writeClip(folder / "clips" / "walk.gltf", "hips");
    const std::string clips = " --clips '" + (folder / "clips").string() + "' ";

    const json facts = json::parse(runCli("inspect --json " + kPlayer + clips).out);
    const size_t count = facts.at("clips").size();
    EXPECT_EQ(facts.at("clips")[count - 2].at("name"), "move");
    EXPECT_EQ(facts.at("clips")[count - 1].at("name"), "walk 2");

    const auto verticesAt = [&](const std::string& clip) {
        const fs::path file = folder / "a.obj";
        const Outcome run = runCli("export " + kPlayer + clips + "--clip " + clip +
                                   " --time 0.9 --method reference -o " + file.string());
        EXPECT_EQ(run.exitCode, 0) << run.error;
        return readFile(file);
    };
    EXPECT_TRUE(verticesAt("move") != verticesAt("rest"));
    const Outcome baked = runCli("bake " + kPlayer + clips + "-o " + (folder / "b.json").string());
    EXPECT_EQ(baked.exitCode, 0) << baked.error;
    EXPECT_EQ(json::parse(readFile(folder / "b.json")).at("clips").size(), count);
}

TEST(CliClips, AMorphWeightByHandMovesTheExportedVertices) {
    const TemporaryFolder folder;
    Gltf gltf;
    const int corners = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int delta = gltf.vec3({0, 0, 2, 0, 0, 2, 0, 0, 2});
    gltf.add("nodes", {{"mesh", 0}});
    gltf.add("meshes",
             {{"extras", {{"targetNames", {"up=down"}}}},
              {"primitives",
               {{{"attributes", {{"POSITION", corners}}}, {"targets", {{{"POSITION", delta}}}}}}}});
    writeFile(folder / "face.gltf", textOf(gltf));
    const auto exportWith = [&](const std::string& morph) {
        return runCli("export " + (folder / "face.gltf").string() + " --morph " + morph +
                      " --method reference -o " + (folder / "a.obj").string());
    };
    EXPECT_EQ(exportWith("up=down=0.25").exitCode, 0);
    EXPECT_THAT(readFile(folder / "a.obj"), HasSubstr("v 0 1 0.5\n"));
    EXPECT_THAT(exportWith("up").lastError, HasSubstr("'up' is not NAME=WEIGHT"));
    EXPECT_THAT(exportWith("up=down=nan").lastError, HasSubstr("is not NAME=WEIGHT"));
    EXPECT_THAT(exportWith("left=1").lastError, HasSubstr("choose one of: up=down"));
}

TEST(CliClips, NamesNumbersAndNoneAreToldApart) {
    const TemporaryFolder folder;
    Gltf gltf;
    gltf.add("nodes", {{"mesh", 0}});
    gltf.add("meshes", {{"primitives", {{{"attributes", {}}}}}});
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int times = gltf.times({0, 1});
    const char* names[] = {"mixamo.com", "mixamo.com", "rest", "0"};
    for (const char* name : names) {
        const float x = 1 + static_cast<float>(gltf.root["animations"].size());
        const int values = gltf.vec3({x, 0, 0, x, 0, 0});
        gltf.add(
            "animations",
            {{"name", name},
             {"samplers", {{{"input", times}, {"output", values}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}});
    }
    writeFile(folder / "many.gltf", textOf(gltf));
    const auto playing = [&](const std::string& clip) {
        const Outcome run = runCli("export " + (folder / "many.gltf").string() + " --clip '" +
                                   clip + "' --method reference -o " + (folder / "a.obj").string());
        return run.out + run.error + (run.exitCode == 0 ? readFile(folder / "a.obj") : "");
    };
    EXPECT_THAT(playing("mixamo.com"),
                AllOf(HasSubstr("#1 has the same name"), HasSubstr("\nv 1 0 0\n")));
    EXPECT_THAT(playing("#1"), HasSubstr("\nv 2 0 0\n"));
    EXPECT_THAT(playing("rest"), HasSubstr("\nv 3 0 0\n"));
    EXPECT_THAT(playing("0"), HasSubstr("\nv 4 0 0\n"));
    EXPECT_THAT(playing("#0"), HasSubstr("\nv 1 0 0\n"));
    EXPECT_THAT(playing("none"), HasSubstr("\nv 0 0 0\n"));
    EXPECT_THAT(playing("walk"),
                HasSubstr("choose one of: \"mixamo.com\" (#0), \"mixamo.com\" (#1)"));
}

TEST(CliClips, InspectTellsHowFarAClipTurnsItsRoot) {
    const TemporaryFolder folder;
    Gltf gltf;
    gltf.add("nodes", {{"mesh", 0}});
    gltf.add("meshes", {{"primitives", {{{"attributes", {}}}}}});
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int times = gltf.times({0, 1});
    gltf.channel(0, "translation", times, gltf.vec3({0, 0, 0, 5, 0, 0}));
    gltf.channel(0, "rotation", times, gltf.vec4({0, 0, 0, 1, 0, 0.7071068f, 0, 0.7071068f}));
    writeFile(folder / "turn.gltf", textOf(gltf));
    EXPECT_THAT(runCli("inspect " + (folder / "turn.gltf").string()).out,
                HasSubstr("rotates the root by 90 degrees"));
}

TEST(CliClips, FaultsAreOneLine) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "none");
    writeClip(folder / "wing.gltf", "wing");
    const auto errorOf = [&](const std::string& options) {
        const Outcome run = runCli("inspect " + kPlayer + ' ' + options);
        EXPECT_EQ(run.exitCode, 1) << options;
        EXPECT_EQ(run.error, run.lastError + '\n') << options;
        return run.lastError;
    };
    EXPECT_THAT(errorOf("--clips " + (folder / "none").string()),
                HasSubstr("has no .glb or .gltf"));
    EXPECT_THAT(errorOf("--clips missing.glb"), HasSubstr("missing.glb: no such file"));
    EXPECT_THAT(errorOf("--clips " + (folder / "wing.gltf").string()),
                HasSubstr("1 of its 1 animated joints"));
    EXPECT_THAT(errorOf("--scene 7"), HasSubstr("unknown scene \"7\""));
}

}  // namespace
}  // namespace sinew::test
