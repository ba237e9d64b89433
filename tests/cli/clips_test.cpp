// --clips, --scene and --morph of sinew-cli.
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

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
    const std::string clips = kLowMannequin + " --clips '" + folder.at("clips") + "' ";

    const Json listed = Json::parse(succeed("inspect --json " + clips).out).at("clips");
    const size_t count = listed.size();
    EXPECT_EQ(listed[count - 2].at("name"), "move");
    EXPECT_EQ(listed[count - 1].at("name"), "walk 2");
    const auto exported = [&](const std::string& clip) {
        return written(folder / "a.obj", "export " + clips + "--clip " + clip +
                                             " --time 0.9 --method reference -o " +
                                             folder.at("a.obj"));
    };
    EXPECT_TRUE(exported("move") != exported("rest"));
    succeed("bake " + clips + "-o " + folder.at("b.json"));
    EXPECT_EQ(readJson(folder / "b.json").at("clips").size(), count);
}

TEST(CliClips, AMorphWeightByHandMovesTheExportedVertices) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    gltf.root["meshes"][0]["extras"] = {{"targetNames", {"up=down"}}};
    gltf.primitive()["targets"][0]["POSITION"] = gltf.vec3({0, 0, 2, 0, 0, 2, 0, 0, 2});
    writeFile(folder / "face.gltf", textOf(gltf));
    const std::string command = "export " + folder.at("face.gltf") + " --method reference -o " +
                                folder.at("a.obj") + " --morph ";
    EXPECT_THAT(written(folder / "a.obj", command + "up=down=0.25"), HasSubstr("v 0 1 0.5\n"));
    expectRefused(command + "up", "'up' is not NAME=WEIGHT");
    expectRefused(command + "up=down=nan", "is not NAME=WEIGHT");
    expectRefused(command + "left=1", "choose one of: up=down");
}

TEST(CliClips, NamesNumbersAndNoneAreToldApart) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    const int times = gltf.times({0, 1});
    for (const char* name : {"mixamo.com", "mixamo.com", "rest", "0"}) {
        const float x = 1 + static_cast<float>(gltf.root["animations"].size());
        gltf.add(
            "animations",
            {{"name", name},
             {"samplers", {{{"input", times}, {"output", gltf.vec3({x, 0, 0, x, 0, 0})}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}}});
    }
    writeFile(folder / "many.gltf", textOf(gltf));
    const auto command = [&](const std::string& clip) {
        return "export " + folder.at("many.gltf") + " --clip '" + clip +
               "' --method reference -o " + folder.at("a.obj");
    };
    EXPECT_THAT(succeed(command("mixamo.com")).out, HasSubstr("#1 has the same name"));
    for (const auto& [clip, vertex] :
         {std::pair("mixamo.com", "\nv 1 0 0\n"), std::pair("#1", "\nv 2 0 0\n"),
          std::pair("rest", "\nv 3 0 0\n"), std::pair("0", "\nv 4 0 0\n"),
          std::pair("#0", "\nv 1 0 0\n"), std::pair("none", "\nv 0 0 0\n")}) {
        EXPECT_THAT(written(folder / "a.obj", command(clip)), HasSubstr(vertex)) << clip;
    }
    expectRefused(command("walk"), "choose one of: \"mixamo.com\" (#0), \"mixamo.com\" (#1)");
}

TEST(CliClips, InspectTellsHowFarAClipTurnsItsRoot) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    const int times = gltf.times({0, 1});
    gltf.channel(0, "translation", times, gltf.vec3({0, 0, 0, 5, 0, 0}));
    gltf.channel(0, "rotation", times, gltf.vec4({0, 0, 0, 1, 0, 0.7071068f, 0, 0.7071068f}));
    writeFile(folder / "turn.gltf", textOf(gltf));
    EXPECT_THAT(succeed("inspect " + folder.at("turn.gltf")).out,
                HasSubstr("rotates the root by 90 degrees"));
}

TEST(CliClips, ClipsAndScenesThatAreNotThereAreRefused) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "none");
    writeClip(folder / "wing.gltf", "wing");
    const std::string inspect = "inspect " + kLowMannequin;
    expectRefused(inspect + " --clips " + folder.at("none"), "has no .glb or .gltf");
    expectRefused(inspect + " --clips missing.glb", "missing.glb: no such file");
    expectRefused(inspect + " --clips " + folder.at("wing.gltf"), "1 of its 1 animated joints");
    expectRefused(inspect + " --scene 7", "unknown scene \"7\"");
}

}  // namespace
}  // namespace sinew::test
