// Tests the options --clips, --scene, --morph and --hold of sinew-cli.
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Writes a glTF file that contains only a clip, for one joint.
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

TEST(CliClips, NamesNumbersAndNoneAreDistinguished) {
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

TEST(CliClips, InspectNamesTheFirstKeyOfAClipAndHowFarItTurnsItsRoot) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    const int times = gltf.times({41.5f, 42.5f});
    gltf.channel(0, "translation", times, gltf.vec3({0, 0, 0, 5, 0, 0}));
    gltf.channel(0, "rotation", times, gltf.vec4({0, 0, 0, 1, 0, 0.7071068f, 0, 0.7071068f}));
    gltf.add("animations", gltf.root["animations"][0]);
    gltf.set(R"(animations[1].channels[0].target.path = "pointer" &
                animations[1].channels[1].target.path = "pointer")");
    writeFile(folder / "turn.gltf", textOf(gltf));
    EXPECT_THAT(succeed("inspect " + folder.at("turn.gltf")).out,
                AllOf(HasSubstr("move                   1.000 s"),
                      HasSubstr("first key at 41.5 s in the file, and at 0 s here"),
                      HasSubstr("rotates the root by 90 degrees"), HasSubstr("  0 channels\n")));
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

const std::string kSword = shipped("props/sword.glb").string();
const std::string kHold = " --hold " + kSword + "@hand_right ";

TEST(CliHold, ExportHasTheVerticesOfAll) {
    const TemporaryFolder folder;
    const auto verticesOf = [&](const std::string& arguments) {
        const std::string file = folder.at("a.obj");
        return countOf(written(file, "export " + arguments + " --method reference -o " + file),
                       "\nv ");
    };
    const size_t alone = verticesOf(kLowMannequin), sword = verticesOf(kSword);
    EXPECT_GT(sword, 100u);
    EXPECT_EQ(verticesOf(kLowMannequin + kHold + " --hold " + kSword + "@hand_left"),
              alone + 2 * sword);
}

TEST(CliHold, InspectShowsBothAndNamesEveryJointThatMayHold) {
    EXPECT_THAT(succeed("inspect " + kLowMannequin + kHold).out,
                AllOf(HasSubstr("mannequin_low.glb + sword.glb@hand_right\n"),
                      HasSubstr(" vertices, skinned"), HasSubstr(" vertices, rigid"),
                      HasSubstr("69 palette entries")));
    const auto facts = nlohmann::json::parse(succeed("inspect --json " + kLowMannequin).out);
    const auto names = facts.at("jointNames").get<std::vector<std::string>>();
    EXPECT_EQ(names.size(), facts.at("joints").get<size_t>());
    EXPECT_THAT(names, testing::IsSupersetOf({"hand_right", "hand_left"}));
    const auto& methods = facts.at("methods");
    EXPECT_GT(methods.at("compute").at("heldBytesPerInstance"),
              methods.at("vertex").at("heldBytesPerInstance"));
}

TEST(CliHold, AJointWithAFactorInItsNameIsFound) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    gltf.root["nodes"][0]["name"] = "hand*2";
    writeFile(folder / "a.gltf", textOf(gltf));
    const std::string inspect = "inspect " + folder.at("a.gltf") + " --hold '" + kSword;
    EXPECT_THAT(succeed(inspect + "@hand*2'").out, HasSubstr("a.gltf + sword.glb@hand*2\n"));
    EXPECT_THAT(succeed(inspect + "@hand*2*3'").out, HasSubstr("a.gltf + sword.glb@hand*2\n"));
}

TEST(CliHold, PropsThatCannotBeAttachedAreRefused) {
    const TemporaryFolder folder;
    const std::string hostile = SINEW_SOURCE_DIR "/tests/fuzz/corpus/four_billion_vertices.gltf";
    const std::string animator = shipped("mannequin.animator.json").string();
    std::filesystem::copy_file(kSword, folder / "sword@home.glb");
    succeed("inspect " + kLowMannequin + " --hold " + folder.at("sword@home.glb") + "@hand_right");
    struct Case {
        std::string hold;
        testing::Matcher<const std::string&> words;
    };
    for (const Case& c : std::initializer_list<Case>{
             {kSword + "@RightHand",
              AllOf(HasSubstr("has no joint \"RightHand\""), HasSubstr(" are hand_right, "))},
             {kSword + "@hand@right", HasSubstr("has no joint \"hand@right\"")},
             {kSword, HasSubstr("is not PROP@JOINT, such as ")},
             {kSword + "@", HasSubstr("is not PROP@JOINT, such as ")},
             {"@hand_right", HasSubstr("is not PROP@JOINT, such as ")},
             {"none.glb@hand_right", HasSubstr("none.glb: ")},
             {"none.glb@there@hand_right", HasSubstr("none.glb@there: ")},
             {animator + "@hand_right", HasSubstr("mannequin.animator.json: ")},
             {hostile + "@head", testing::Eq(runCli("inspect " + hostile).lastError)}}) {
        // The first prop is valid. The message must be about the second one.
        expectRefused("inspect " + kLowMannequin + kHold + "--hold " + c.hold, c.words);
    }
    expectRefused("bench --scenario mmo-dungeon" + kHold,
                  "what --hold, --clips or --scene names would not be measured");
}

// verify accepts options of animators, such as --seed, because it compares the methods in poses of
// the animator.
TEST(GpuCliHold, VerifyChecksMethodsWithAPropAndAnAnimator) {
    const std::string command = "verify " + kLowMannequin + kHold +
                                "--methods compute,vertex --seed 3 --animator " +
                                shipped("mannequin.animator.json").string();
    const std::string out = succeed(command).out;
    EXPECT_THAT(out, AllOf(HasSubstr("mannequin_low.glb + sword.glb@hand_right: "),
                           HasSubstr(" poses of its animator, seed 3,")));
#ifdef SINEW_CHECKED
    const Outcome wrong = runCli(command, "SINEW_TEST_WRONG=vertex ");
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.out, HasSubstr("WRONG: "));
#endif
}

}  // namespace
}  // namespace sinew::test
