// Tests that no command overwrites its inputs, and that no output file is ever partial.
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <map>

#include "benchmarks/report/report_json.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Returns the arguments of a simple command that writes `file`.
std::string exportTo(const std::string& file) {
    return "export " + kLowMannequin + " --method reference -o '" + file + "'";
}

mode_t permissionsOf(const fs::path& file) {
    struct stat status {};
    EXPECT_EQ(stat(file.c_str(), &status), 0);
    return status.st_mode & 07777;
}

class CliOutput : public testing::Test {
protected:
    /// Expects that the command is refused and that no file in the folder has changed.
    void expectSpared(const std::string& command, const std::string& words) const {
        const auto before = contents();
        expectRefused(command, words);
        EXPECT_TRUE(contents() == before) << command;
    }

    /// Writes hero.gltf, a moving triangle whose bytes are in `buffer`, and `image`, which is
    /// unused. Returns the path of hero.gltf.
    std::string writeHero(const std::string& buffer, const std::string& image) const {
        Gltf gltf = triangle();
        gltf.channel(0, "translation", gltf.times({0, 1}), gltf.vec3({0, 0, 0, 0, 1, 0}));
        gltf.add("images", {{"uri", image}});
        gltf.root["buffers"] = {{{"byteLength", gltf.bytes.size()}, {"uri", buffer}}};
        writeFile(folder_ / buffer, {gltf.bytes.begin(), gltf.bytes.end()});
        writeFile(folder_ / image, "what the artist painted");
        writeFile(folder_ / "hero.gltf", textOf(gltf));
        return folder_.at("hero.gltf");
    }
    std::string bakeTo(const std::string& model, const std::string& name) const {
        return "bake " + model + " -o " + folder_.path().string() + '/' + name;
    }

    TemporaryFolder folder_;

private:
    std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> bytes;
        for (const std::string& name : namesIn(folder_.path())) {
            if (fs::is_regular_file(folder_ / name)) bytes[name] = readFile(folder_ / name);
        }
        return bytes;
    }
};

TEST_F(CliOutput, BakeSparesBufferAndImagesOfTheModelByAnyName) {
    const std::string model = writeHero("hero.baked.bin", "face.baked.png");
    fs::create_hard_link(folder_ / "hero.baked.bin", folder_ / "other.baked.bin");
    fs::create_directory_symlink(folder_.path(), folder_ / "here");
    fs::create_directory(folder_ / "below");
    const std::string cannot = "cannot write " + folder_.path().string();
    expectSpared(bakeTo(model, "hero.json"), cannot + "/hero.baked.bin: it is read");
    expectSpared(bakeTo(model, "face.json"), cannot + "/face.baked.png");
    for (const char* output :
         {"other.json", "here/hero.json", "./hero.json", "below/../hero.json"}) {
        expectSpared(bakeTo(model, output), "which is read");
    }
    succeed(bakeTo(model, "clips.json"));
}

// hero.bin and hero.png are files of the model hero.gltf. A bake to hero.json must not change them.
TEST_F(CliOutput, BakeSparesFilesOfAnotherName) {
    writeHero("hero.bin", "hero.png");
    const std::string buffer = readFile(folder_ / "hero.bin");
    const Outcome run = succeed(bakeTo(kLowMannequin, "hero.json"));
    for (const char* file : {"hero.json", "hero.baked.bin", "hero.baked.png"}) {
        EXPECT_THAT(run.out, HasSubstr(file));
    }
    EXPECT_EQ(readFile(folder_ / "hero.bin"), buffer);
    EXPECT_EQ(readFile(folder_ / "hero.png"), "what the artist painted");
}

TEST_F(CliOutput, EveryCommandSelectsItsFormatByTheName) {
    fs::copy_file(kLowMannequin, folder_ / "m.glb");
    const std::string model = folder_.at("m.glb"), to = model + " -o " + model;
    expectSpared("render " + to, "does not end in .png");
    expectSpared("diff " + to + " --b cpu", "does not end in .png");
    expectSpared("diff " + model + " --b cpu -o a.png --json " + model, "does not end in .json");
    expectSpared("export " + to, "does not end in .ply or .obj");
    expectSpared("bake " + to, "does not end in .json");
    expectSpared("bench " + to, ".json, .csv or .html");
    expectSpared("compare a.json b.json -o " + model, "name a .csv file");
}

TEST_F(CliOutput, FilesThatACommandReadsAreSpared) {
    const auto link = [&](const char* file, std::initializer_list<const char*> names) {
        for (const char* name : names) fs::create_hard_link(folder_ / file, folder_ / name);
    };
    const std::string to = " -o " + folder_.path().string() + '/';
    // The output is the model, which is read through a symbolic link.
    fs::copy_file(kLowMannequin, folder_ / "m.png");
    fs::create_symlink("m.png", folder_ / "link.glb");
    expectSpared("render " + folder_.at("link.glb") + to + "m.png", "which is read");
    // The output is the scenario, or a report that is compared.
    fs::copy_file(fs::path(SINEW_SOURCE_DIR) / "benchmarks/scenarios/quick.json",
                  folder_ / "mine.json");
    expectSpared("bench --scenario " + folder_.at("mine.json") + to + "mine.json", "it is read");
    writeFile(folder_ / "a.json", reportJson(exampleReport()).dump());
    fs::copy_file(folder_ / "a.json", folder_ / "b.csv");
    expectSpared("compare " + folder_.at("a.json") + ' ' + folder_.at("b.csv") + to + "b.csv",
                 "it is read");
    // The output is a model of the scene.
    fs::copy_file(kLowMannequin, folder_ / "b.glb");
    link("b.glb", {"b.png"});
    writeFile(folder_ / "town.json", R"({"models": [{"path": "m.png"}, {"path": "b.glb"}]})");
    expectSpared("render " + folder_.at("town.json") + to + "b.png", "b.png");
    // The output is a prop or an animator file. With `--animator model`, the animator file next to
    // the model is read.
    fs::copy_file(shipped("props/sword.glb"), folder_ / "prop.glb");
    link("prop.glb", {"prop.png", "prop.ply", "prop.json"});
    fs::copy_file(kLowMannequin, folder_ / "hero.glb");
    writeFile(folder_ / "hero.animator.json", R"({"states": [{"name": "idle"}]})");
    link("hero.animator.json", {"hero.png", "hero.ply", "hero.json"});
    const std::string hero = folder_.at("hero.glb"), diff = "diff " + hero + " --b cpu" + to;
    for (const auto& [name, option] : std::initializer_list<std::pair<std::string, std::string>>{
             {"prop", " --hold " + folder_.at("prop.glb") + "@hand_right"},
             {"hero", " --animator model"},
             {"hero", " --animator " + folder_.at("hero.animator.json")}}) {
        for (const std::string& command :
             {"render " + hero + to + name + ".png", "export " + hero + to + name + ".ply",
              diff + name + ".png", diff + "new.png --json " + folder_.at(name + ".json")}) {
            expectSpared(command + option, "is read");
        }
    }
    expectSpared("bench " + hero + " --quick" + to + "prop.json --hold " + folder_.at("prop.glb") +
                     "@hand_right",
                 "is read");
}

TEST_F(CliOutput, OneNameForTwoOutputsIsRefused) {
    expectSpared(
        "bench -o " + folder_.at("r.json") + " -o " + folder_.path().string() + "/./r.json",
        "another output");
}

TEST_F(CliOutput, OnlyPlainFilesAreReplaced) {
    writeFile(folder_ / "else.ply", "another file");
    fs::create_symlink("else.ply", folder_ / "link.ply");
    fs::create_symlink("nowhere.ply", folder_ / "dangling.ply");
    fs::create_symlink("/dev/null", folder_ / "null.ply");
    ASSERT_EQ(mkfifo((folder_ / "pipe.ply").c_str(), 0600), 0);
    expectSpared(exportTo(folder_.at("link.ply")), "it is a link to else.ply");
    expectSpared(exportTo(folder_.at("dangling.ply")), "it is a link to nowhere.ply");
    expectSpared(exportTo(folder_.at("null.ply")), "it is a link to /dev/null");
    expectSpared(exportTo(folder_.at("pipe.ply")), "a pipe");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link.ply"));
    EXPECT_FALSE(fs::exists(folder_ / "nowhere.ply"));
    EXPECT_EQ(fs::status(folder_ / "pipe.ply").type(), fs::file_type::fifo);
}

TEST_F(CliOutput, AFileThatIsReplacedKeepsItsPermissions) {
    for (const mode_t mode : {0600u, 0640u, 0666u, 0755u}) {
        writeFile(folder_ / "a.obj", "before");
        ASSERT_EQ(chmod((folder_ / "a.obj").c_str(), mode), 0);
        EXPECT_THAT(written(folder_ / "a.obj", exportTo(folder_.at("a.obj"))), HasSubstr("\nvn "));
        EXPECT_EQ(permissionsOf(folder_ / "a.obj"), mode);
    }
    // A new file has the permissions that the user's umask leaves.
    const mode_t before = umask(027);
    succeed(exportTo(folder_.at("new.obj")));
    umask(before);
    EXPECT_EQ(permissionsOf(folder_ / "new.obj"), 0640u);
}

TEST_F(CliOutput, TheLongestNameIsWrittenAndALongerOneRefusedAtOnce) {
    const std::string longest = std::string(251, 'n') + ".obj";
    succeed(exportTo(folder_.at(longest)));
    EXPECT_THAT(namesIn(folder_.path()), testing::ElementsAre(longest));
    // The program checks the name before it opens the model, which is missing.
    expectSpared("export none.glb --method reference -o " + folder_.at("n" + longest),
                 "choose a shorter name");
}

TEST_F(CliOutput, NoLinkInThePathIsFollowed) {
    writeFile(folder_ / "victim", "untouched");
    // The shell's process becomes the program, so $$ is the process id in the name of its partial
    // file.
    const Outcome run = runShell("cd " + folder_.path().string() +
                                 " && ln -s victim .a.obj.$$.part && ln -s victim .a.obj.part && "
                                 "exec '" SINEW_CLI "' " +
                                 exportTo("a.obj"));
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(readFile(folder_ / "victim"), "untouched");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ / "a.obj")));
}

TEST_F(CliOutput, OutputThatDoesNotFitIsReportedByItsCauseAndLeavesNothing) {
    writeFile(folder_ / "a.obj", "before");
    expectFault(
        runShell("trap '' XFSZ; ulimit -f 1; '" SINEW_CLI "' " + exportTo(folder_.at("a.obj"))),
        AllOf(HasSubstr("cannot write"), HasSubstr("too large"), HasSubstr("files of this size")));
    EXPECT_EQ(readFile(folder_ / "a.obj"), "before");
    EXPECT_THAT(namesIn(folder_.path()), testing::ElementsAre("a.obj"));
}

}  // namespace
}  // namespace sinew::test
