// No command writes over what it reads, and what it writes is there whole or not at all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "benchmarks/report_json.h"
#include "tests/cli/example_report.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// hero.gltf in `folder`: a triangle that moves, with its bytes in `buffer` and the name of an
/// image that nothing draws.
fs::path writeHero(const TemporaryFolder& folder, const std::string& buffer,
                   const std::string& image) {
    const float numbers[] = {0, 0, 0, 1, 0, 0, 0, 1, 0,  // positions
                             0, 1,                       // times
                             0, 0, 0, 0, 1, 0};          // translations
    std::string bytes(sizeof(numbers), '\0');
    std::memcpy(bytes.data(), numbers, sizeof(numbers));
    writeFile(folder / buffer, bytes);
    writeFile(folder / image, "what the artist painted");
    writeFile(folder / "hero.gltf", R"({"asset":{"version":"2.0"},"scene":0,
"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],
"samplers":[{"input":1,"output":2}]}],
"accessors":[
{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},
{"buffer":0,"byteOffset":44,"byteLength":24}],
"buffers":[{"uri":")" + buffer + R"(","byteLength":68}],"images":[{"uri":")" +
                                        image + "\"}]}");
    return folder / "hero.gltf";
}

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

void expectRefused(const std::string& arguments, const std::string& words) {
    const Outcome run = runCli(arguments);
    EXPECT_EQ(run.exitCode, 1) << arguments;
    EXPECT_THAT(run.lastError, HasSubstr(words)) << arguments;
    EXPECT_EQ(run.error, run.lastError + '\n') << arguments;
}

/// Of the simplest command that writes a file.
std::string exportTo(const fs::path& file) {
    return "export " + shipped("mannequin_low.glb").string() + " --method reference -o '" +
           file.string() + "'";
}

TEST(CliOutput, BakeSparesTheModelsBuffer) {
    const TemporaryFolder folder;
    const fs::path model = writeHero(folder, "hero.baked.bin", "face.png");
    const std::string buffer = readFile(folder / "hero.baked.bin");
    const std::vector<std::string> names = namesIn(folder.path());
    expectRefused("bake " + model.string() + " -o " + (folder / "hero.json").string(),
                  "cannot write " + (folder / "hero.baked.bin").string() + ": it is read");
    EXPECT_EQ(readFile(folder / "hero.baked.bin"), buffer);
    EXPECT_EQ(namesIn(folder.path()), names);
    EXPECT_EQ(runCli("bake " + model.string() + " -o " + (folder / "clips.json").string()).exitCode,
              0);
}

// Files next to the model that have its name are often its buffer and its texture.
TEST(CliOutput, BakeSparesFilesOfTheNameThatItWasNotGiven) {
    const TemporaryFolder folder;
    const fs::path model = writeHero(folder, "hero.bin", "hero.png");
    fs::copy_file(shipped("mannequin_low.glb"), folder / "other.glb");
    const Outcome run = runCli("bake " + (folder / "other.glb").string() + " -o " +
                               (folder / "hero.json").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    for (const char* written : {"hero.json", "hero.baked.bin", "hero.baked.png"}) {
        EXPECT_THAT(run.out, HasSubstr(written));
    }
    EXPECT_EQ(readFile(folder / "hero.bin").size(), 68u);
    EXPECT_EQ(readFile(folder / "hero.png"), "what the artist painted");
}

TEST(CliOutput, BakeSparesAnImageThatTheModelNames) {
    const TemporaryFolder folder;
    const fs::path model = writeHero(folder, "bytes.bin", "hero.baked.png");
    expectRefused("bake " + model.string() + " -o " + (folder / "hero.json").string(),
                  "cannot write " + (folder / "hero.baked.png").string());
    EXPECT_EQ(readFile(folder / "hero.baked.png"), "what the artist painted");
}

TEST(CliOutput, OtherNamesOfWhatIsReadAreSeenThrough) {
    const TemporaryFolder folder;
    const fs::path model = writeHero(folder, "hero.baked.bin", "face.png");
    const std::string buffer = readFile(folder / "hero.baked.bin");
    fs::create_hard_link(folder / "hero.baked.bin", folder / "other.baked.bin");
    fs::create_directory_symlink(folder.path(), folder / "here");
    fs::create_directory(folder / "below");
    for (const char* output :
         {"other.json", "here/hero.json", "./hero.json", "below/../hero.json"}) {
        expectRefused("bake " + model.string() + " -o " + (folder.path() / output).string(),
                      "which is read");
    }
    EXPECT_EQ(readFile(folder / "hero.baked.bin"), buffer);
    // The model by a link, its output by its own name.
    fs::copy_file(shipped("mannequin_low.glb"), folder / "m.png");
    fs::create_symlink("m.png", folder / "link.glb");
    expectRefused("render " + (folder / "link.glb").string() + " -o " + (folder / "m.png").string(),
                  "which is read");
    EXPECT_EQ(readFile(folder / "m.png"), readFile(shipped("mannequin_low.glb")));
}

TEST(CliOutput, EveryCommandTellsItsFormatsByTheName) {
    const TemporaryFolder folder;
    fs::copy_file(shipped("mannequin_low.glb"), folder / "m.glb");
    const std::string model = (folder / "m.glb").string();
    expectRefused("render " + model + " -o " + model, "does not end in .png");
    expectRefused("diff " + model + " --b cpu -o " + model, "does not end in .png");
    expectRefused("diff " + model + " --b cpu -o a.png --json " + model, "does not end in .json");
    expectRefused("export " + model + " -o " + model, "does not end in .ply or .obj");
    expectRefused("bake " + model + " -o " + model, "does not end in .json");
    expectRefused("bench " + model + " -o " + model, ".json, .csv or .html");
    expectRefused("compare a.json b.json -o " + model, "name a .csv file");
    EXPECT_EQ(readFile(model), readFile(shipped("mannequin_low.glb")));
}

TEST(CliOutput, ScenariosAndReportsThatAreReadAreSpared) {
    const TemporaryFolder folder;
    const fs::path scenario = folder / "mine.json";
    fs::copy_file(fs::path(SINEW_SOURCE_DIR) / "benchmarks/scenarios/quick.json", scenario);
    const std::string words = readFile(scenario);
    expectRefused("bench --scenario " + scenario.string() + " -o " + scenario.string(),
                  "it is read");
    EXPECT_EQ(readFile(scenario), words);
    const std::string report = reportJson(exampleReport()).dump();
    writeFile(folder / "a.json", report);
    writeFile(folder / "b.csv", report);
    expectRefused("compare " + (folder / "a.json").string() + ' ' + (folder / "b.csv").string() +
                      " -o " + (folder / "b.csv").string(),
                  "it is read");
    EXPECT_EQ(readFile(folder / "b.csv"), report);
}

TEST(CliOutput, OneNameForTwoOutputsIsRefused) {
    const TemporaryFolder folder;
    expectRefused(
        "bench -o " + (folder / "r.json").string() + " -o " + folder.path().string() + "/./r.json",
        "another output");
}

TEST(CliOutput, OnlyPlainFilesAreReplaced) {
    const TemporaryFolder folder;
    writeFile(folder / "else.ply", "somebody's");
    fs::create_symlink("else.ply", folder / "link.ply");
    fs::create_symlink("nowhere.ply", folder / "dangling.ply");
    fs::create_symlink("/dev/null", folder / "null.ply");
    ASSERT_EQ(mkfifo((folder / "pipe.ply").c_str(), 0600), 0);
    expectRefused(exportTo(folder / "link.ply"), "it is a link to else.ply");
    expectRefused(exportTo(folder / "dangling.ply"), "it is a link to nowhere.ply");
    expectRefused(exportTo(folder / "null.ply"), "it is a link to /dev/null");
    expectRefused(exportTo(folder / "pipe.ply"), "a pipe");
    EXPECT_TRUE(fs::is_symlink(folder / "link.ply"));
    EXPECT_EQ(readFile(folder / "else.ply"), "somebody's");
    EXPECT_FALSE(fs::exists(folder / "nowhere.ply"));
    EXPECT_EQ(fs::status(folder / "pipe.ply").type(), fs::file_type::fifo);
}

TEST(CliOutput, AFileThatIsReplacedKeepsItsPermissions) {
    const TemporaryFolder folder;
    for (const mode_t mode : {0600u, 0640u, 0666u, 0755u}) {
        writeFile(folder / "a.obj", "before");
        ASSERT_EQ(chmod((folder / "a.obj").c_str(), mode), 0);
        ASSERT_EQ(runCli(exportTo(folder / "a.obj")).exitCode, 0);
        struct stat status {};
        ASSERT_EQ(stat((folder / "a.obj").c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777, mode);
        EXPECT_THAT(readFile(folder / "a.obj"), HasSubstr("\nvn "));
    }
    // A new one is as the user's umask says.
    const mode_t before = umask(027);
    EXPECT_EQ(runCli(exportTo(folder / "new.obj")).exitCode, 0);
    umask(before);
    struct stat status {};
    ASSERT_EQ(stat((folder / "new.obj").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(CliOutput, TheLongestNameIsWrittenAndALongerOneRefusedAtOnce) {
    const TemporaryFolder folder;
    const std::string longest = std::string(251, 'n') + ".obj";
    EXPECT_EQ(runCli(exportTo(folder / longest)).exitCode, 0);
    EXPECT_EQ(namesIn(folder.path()), std::vector<std::string>{longest});
    const fs::path longer = folder / ("n" + longest);
    // Before the model, which is not there, is looked at.
    expectRefused("export none.glb --method reference -o " + longer.string(),
                  "choose a shorter name");
}

TEST(CliOutput, NoLinkIsFollowedOnTheWay) {
    const TemporaryFolder folder;
    writeFile(folder / "victim", "untouched");
    // The shell becomes the program, so that its number was known before.
    const Outcome run = runShell("cd " + folder.path().string() +
                                 " && ln -s victim .a.obj.$$.part && ln -s victim .a.obj.part && "
                                 "exec '" SINEW_CLI "' " +
                                 exportTo("a.obj"));
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(readFile(folder / "victim"), "untouched");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder / "a.obj")));
}

TEST(CliOutput, WhatDoesNotFitIsToldByItsCauseAndLeavesNothing) {
    const TemporaryFolder folder;
    writeFile(folder / "a.obj", "before");
    const Outcome run =
        runShell("trap '' XFSZ; ulimit -f 1; '" SINEW_CLI "' " + exportTo(folder / "a.obj"));
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.lastError, AllOf(HasSubstr("cannot write"), HasSubstr("too large"),
                                     HasSubstr("files of this size")));
    EXPECT_EQ(readFile(folder / "a.obj"), "before");
    EXPECT_EQ(namesIn(folder.path()), std::vector<std::string>{"a.obj"});
}

}  // namespace
}  // namespace sinew::test
