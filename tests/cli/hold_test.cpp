// --hold of sinew-cli: what it does in every command, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "skinning/settings.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

const std::string kModel = shipped("mannequin_low.glb").string();
const std::string kSword = shipped("props/sword.glb").string();
const std::string kHold = " --hold " + kSword + "@hand_right ";

TEST(CliHold, ExportHasTheVerticesOfBoth) {
    const TemporaryFolder folder;
    const auto verticesOf = [&](const std::string& arguments) {
        const std::string file = (folder / "a.obj").string();
        const Outcome run = runCli("export " + arguments + " --method reference -o " + file);
        EXPECT_EQ(run.exitCode, 0) << run.error;
        const std::string text = readFile(file);
        size_t count = 0;
        for (size_t at = text.find("\nv "); at != std::string::npos; at = text.find("\nv ", at + 1))
            ++count;
        return count;
    };
    const size_t alone = verticesOf(kModel), sword = verticesOf(kSword);
    EXPECT_GT(sword, 100u);
    EXPECT_EQ(verticesOf(kModel + kHold), alone + sword);
    EXPECT_EQ(verticesOf(kModel + kHold + " --hold " + kSword + "@hand_left"), alone + 2 * sword);
}

TEST(CliHold, InspectShowsBoth) {
    const Outcome run = runCli("inspect " + kModel + kHold);
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, AllOf(HasSubstr("mannequin_low.glb + sword.glb@hand_right\n"),
                               HasSubstr(" vertices, skinned"), HasSubstr(" vertices, rigid"),
                               HasSubstr("69 palette entries")));
}

TEST(CliHold, InspectNamesEveryJointThatMayHold) {
    const auto facts = nlohmann::json::parse(runCli("inspect --json " + kModel).out);
    const auto names = facts.at("jointNames").get<std::vector<std::string>>();
    EXPECT_EQ(names.size(), facts.at("joints").get<size_t>());
    EXPECT_THAT(names, testing::IsSupersetOf({"hand_right", "hand_left"}));
}

TEST(CliHold, WhatCannotBeHeldIsToldInOneLine) {
    const TemporaryFolder folder;
    const auto errorOf = [&](const std::string& holds) {
        const Outcome run = runCli("export " + kModel + " --method reference -o " +
                                   (folder / "a.ply").string() + ' ' + holds);
        EXPECT_EQ(run.exitCode, 1) << holds;
        EXPECT_EQ(run.error, run.lastError + '\n') << holds;
        EXPECT_FALSE(fs::exists(folder / "a.ply")) << holds;
        return run.lastError;
    };
    EXPECT_THAT(errorOf("--hold " + kSword + "@RightHand"),
                AllOf(HasSubstr("has no joint \"RightHand\""), HasSubstr(" are hand_right, ")));
    for (const std::string& text : {kSword, kSword + "@", std::string("@hand_right")}) {
        EXPECT_THAT(errorOf("--hold " + text), HasSubstr("is not PROP@JOINT, such as "));
    }
    EXPECT_THAT(errorOf("--hold none.glb@hand_right"), HasSubstr("none.glb: "));
    EXPECT_THAT(errorOf("--hold none.glb@there@hand_right"), HasSubstr("none.glb@there: "));
    EXPECT_THAT(errorOf("--hold " + shipped("mannequin.animator.json").string() + "@hand_right"),
                HasSubstr("mannequin.animator.json: "));
    // Of several, the one that is wrong.
    EXPECT_THAT(errorOf(kHold + "--hold none.glb@head"), HasSubstr("none.glb: "));
    const Outcome run = runCli("bench --scenario mmo-dungeon" + kHold);
    EXPECT_THAT(run.lastError,
                HasSubstr("what --hold, --clips or --scene names would not be measured"));
}

TEST(CliHold, FilesAndJointsMayHaveAnAtSign) {
    const TemporaryFolder folder;
    fs::copy_file(kSword, folder / "sword@home.glb");
    const auto outcome = [&](const std::string& text) {
        return runCli("inspect " + kModel + " --hold " + text);
    };
    EXPECT_EQ(outcome((folder / "sword@home.glb").string() + "@hand_right").exitCode, 0);
    EXPECT_THAT(outcome(kSword + "@hand@right").lastError,
                HasSubstr("has no joint \"hand@right\""));
}

// What a file may ask for, the file that is held may ask for too, and no more.
TEST(CliHold, AHeldFileThatAsksForTooMuchIsRefused) {
    const fs::path hostile =
        fs::path(SINEW_SOURCE_DIR) / "tests/fuzz/corpus/four_billion_vertices.gltf";
    const Outcome alone = runCli("inspect " + hostile.string());
    const Outcome held = runCli("inspect " + kModel + " --hold " + hostile.string() + "@head");
    EXPECT_EQ(held.exitCode, 1);
    EXPECT_EQ(held.lastError, alone.lastError);
}

TEST(CliHold, NoOutputOverwritesWhatIsHeld) {
    const TemporaryFolder folder;
    const fs::path prop = folder / "prop.png";
    fs::copy_file(kSword, prop);
    fs::create_hard_link(prop, folder / "prop.ply");
    fs::create_hard_link(prop, folder / "prop.json");
    const std::string holds = " --hold " + prop.string() + "@hand_right";
    const std::string diff = "diff " + kModel + " --a cpu --b cpu:u8x4 -o ";
    for (const std::string& command :
         {"render " + kModel + " -o " + prop.string(),
          "export " + kModel + " -o " + (folder / "prop.ply").string(), diff + prop.string(),
          diff + (folder / "diff.png").string() + " --json " + (folder / "prop.json").string(),
          "bench " + kModel + " --quick -o " + (folder / "prop.json").string()}) {
        const Outcome run = runCli(command + holds);
        EXPECT_EQ(run.exitCode, 1) << command;
        EXPECT_THAT(run.lastError, HasSubstr("is read")) << command;
        EXPECT_EQ(readFile(prop), readFile(kSword)) << command;
    }
}

TEST(GpuCliHold, VerifyHoldsEveryMethodAndTellsAWrongOne) {
    const std::string command = "verify " + kModel + kHold + "--methods all --animator " +
                                shipped("mannequin.animator.json").string();
    const Outcome run = runCli(command);
    EXPECT_EQ(run.exitCode, 0) << run.error << run.out;
    EXPECT_THAT(run.out, HasSubstr("mannequin_low.glb + sword.glb@hand_right: "));
    for (const Method method : allMethods()) {
        EXPECT_THAT(run.out, HasSubstr("\n" + std::string(methodName(method)) + ' '));
    }
#ifdef SINEW_CHECKED
    EXPECT_THAT(runCli(command, "SINEW_TEST_WRONG=vertex ").out, HasSubstr("WRONG: "));
#endif
}

TEST(GpuCliHold, ARunGoesOnOnlyWithTheSameInHand) {
    const TemporaryFolder folder;
    const fs::path prop = folder / "prop.glb", report = folder / "report.json";
    fs::copy_file(kSword, prop);
    const auto bench = [&](const std::string& joint, const std::string& more) {
        return runCli("bench " + kModel + " --quick --methods compute --instances 1 --passes 1 " +
                      "--frames 1 --seconds 0.01 --size 64x64 --hold " + prop.string() + '@' +
                      joint + ' ' + more);
    };
    const std::string resume = "--resume " + report.string();
    ASSERT_EQ(bench("hand_right", "-o " + report.string()).exitCode, 0);
    EXPECT_THAT(readFile(report), HasSubstr("mannequin_low.glb + prop.glb@hand_right"));
    nlohmann::json begun = nlohmann::json::parse(readFile(report));
    begun.at("partial") = true;
    writeFile(report, begun.dump());
    EXPECT_THAT(bench("hand_left", resume).lastError, HasSubstr("the model was 'mannequin_low"));
    EXPECT_EQ(bench("hand_right", resume).exitCode, 0);
    writeFile(report, begun.dump());
    writeFile(prop, readFile(prop) + '\0');  // everything that is counted stays the same
    EXPECT_THAT(bench("hand_right", resume).lastError, HasSubstr("the model was 'mannequin_low"));
}

}  // namespace
}  // namespace sinew::test
