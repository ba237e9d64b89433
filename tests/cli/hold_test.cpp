// --hold of sinew-cli: what it does in every command, and what is refused.
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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
}

TEST(CliHold, PropsThatCannotBeHeldAreRefused) {
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
        // The first prop is right; the message is about the second one.
        expectRefused("inspect " + kLowMannequin + kHold + "--hold " + c.hold, c.words);
    }
    expectRefused("bench --scenario mmo-dungeon" + kHold,
                  "what --hold, --clips or --scene names would not be measured");
}

// The seed is an animator's: methods are compared in poses that the animator chooses.
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
