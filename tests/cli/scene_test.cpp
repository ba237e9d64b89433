// sinew-cli and several models: on the command line, and in scene files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/program.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

using images::Pixels;
using testing::HasSubstr;

std::string mannequin() {
    return shipped("mannequin_low.glb").string();
}
std::string serpent() {
    return shipped("serpent.glb").string();
}

class GpuCliScene : public ::testing::Test {
protected:
    Pixels drawn(const std::string& arguments) {
        const std::filesystem::path file = folder_ / "picture.png";
        const Outcome run = runCli("render " + arguments + " --size 160x120 -o " + file.string());
        EXPECT_EQ(run.exitCode, 0) << run.error;
        return readImage(file);
    }
    static double differingShare(const Pixels& a, const Pixels& b) {
        size_t differing = 0;
        for (size_t i = 0; i < a.rgba.size(); ++i) {
            differing += std::abs(int{a.rgba[i]} - int{b.rgba[i]}) > 32;
        }
        return static_cast<double>(differing) / static_cast<double>(a.rgba.size());
    }
    std::string scene(const std::string& models) {
        writeFile(folder_ / "town.json", R"({"models": [)" + models + "]}");
        return (folder_ / "town.json").string();
    }

    TemporaryFolder folder_;
};

TEST_F(GpuCliScene, SeveralModelsAreDrawnTogether) {
    const std::string rest = " --instances 6 --clip rest --camera 20,15";
    const Pixels both = drawn(mannequin() + ' ' + serpent() + rest);
    EXPECT_GT(differingShare(both, drawn(mannequin() + rest)), 0.01);
    EXPECT_GT(differingShare(both, drawn(serpent() + rest)), 0.01);
    const std::string same =
        scene(R"({"path": ")" + mannequin() + R"(", "count": 3, "clip": "rest"},
                                      {"path": ")" +
              serpent() + R"(", "count": 3, "clip": "rest"})");
    EXPECT_EQ(drawn(same + " --camera 20,15").rgba, both.rgba) << "a scene file says the same";
}

TEST_F(GpuCliScene, AClipOfOneModelLeavesTheOthersTheirOwn) {
    const std::string both = mannequin() + ' ' + serpent() + " --camera 20,15 --time 0.6";
    EXPECT_GT(differingShare(drawn(both + " --clip walk"), drawn(both)), 0.001);
}

TEST_F(GpuCliScene, PathsBeginAtTheFileAndPlacementsAreKept) {
    std::filesystem::copy_file(mannequin(), folder_ / "somebody.glb");
    const std::string look = " --clip rest --camera 0,5,1,0,1,0";
    const Pixels front =
        drawn(scene(R"({"path": "somebody.glb", "placements": [{"at": [0, 0, 0]}]})") + look);
    const Pixels whole = drawn(
        scene(R"({"path": ")" + mannequin() + R"(", "placements": [{"at": [0, 0, 0]}]})") + look);
    EXPECT_LT(differingShare(whole, front), 0.002) << "its whole path says the same";
    const Pixels back = drawn(
        scene(R"({"path": "somebody.glb", "placements": [{"at": [0, 0, 0], "turned": 180}]})") +
        look);
    EXPECT_GT(differingShare(back, front), 0.01);
}

class CliScene : public GpuCliScene {
protected:
    static void expectFault(const Outcome& run, const std::string& message) {
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_THAT(run.error, HasSubstr(message));
        EXPECT_EQ(std::count(run.error.begin(), run.error.end(), '\n'), 1) << run.error;
    }
    Outcome rendered(const std::string& arguments) const {
        return runCli("render " + arguments + " -o " + (folder_ / "picture.png").string());
    }
};

TEST_F(CliScene, SaysWhatIsWrongWithAFile) {
    expectFault(rendered(scene(R"({"path": "a.glb", "count": 0})")),
                "town.json: models[0].count: a number from 1 to 1000000 is expected, not 0");
    expectFault(rendered(scene(R"({"path": "no-such.glb"})")), "no-such.glb");
    expectFault(rendered((folder_ / "none.json").string()), "none.json: cannot be opened");
}

TEST_F(CliScene, IsNotWrittenOver) {
    std::filesystem::copy_file(mannequin(), folder_ / "b.glb");
    const std::string town = scene(R"({"path": ")" + mannequin() + R"("}, {"path": "b.glb"})");
    std::filesystem::create_hard_link(folder_ / "b.glb", folder_ / "b.png");
    expectFault(runCli("render " + town + " -o " + (folder_ / "b.png").string()), "b.png");
}

TEST_F(CliScene, OptionsOfOneModelAreRefused) {
    expectFault(
        rendered(mannequin() + ' ' + serpent() + " --animator x.animator.json"),
        "one description cannot drive several models; use --animator model, or a scene file");
    expectFault(rendered(mannequin() + ' ' + serpent() + " --clip fly"), "fly");
    expectFault(rendered(mannequin() + ' ' + serpent() + " --joint third_arm"), "third_arm");
}

TEST_F(CliScene, CommandsThatMeasureTakeModelsAlone) {
    const std::string town = scene(R"({"path": "a.glb"})");
    for (const char* command : {"verify ", "bench ", "inspect "}) {
        expectFault(runCli(command + town), "this command takes .glb and .gltf files");
    }
    expectFault(runCli("diff " + town + " --b vertex -o " + (folder_ / "d.png").string()),
                "this command takes .glb and .gltf files");
    expectFault(runCli("export " + town + " -o " + (folder_ / "d.ply").string()),
                "this command takes .glb and .gltf files");
    expectFault(runCli("verify " + mannequin() + ' ' + serpent()), "verify takes one MODEL");
}

}  // namespace
}  // namespace sinew::test
