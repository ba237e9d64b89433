// Tests several models in sinew-cli: on the command line, and in scene files.

#include "tests/cli/commands.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

using images::Pixels;

const std::string kBoth = kLowMannequin + ' ' + shipped("serpent.glb").string();

class CliScene : public ::testing::Test {
protected:
    /// Writes a scene file with these models and returns its path.
    std::string scene(const std::string& models) {
        writeFile(folder_ / "town.json", R"({"models": [)" + models + "]}");
        return folder_.at("town.json");
    }
    std::string render(const std::string& arguments) {
        return "render " + arguments + " --size 160x120 -o " + folder_.at("picture.png");
    }

    TemporaryFolder folder_;
};

class GpuCliScene : public CliScene {
protected:
    Pixels drawn(const std::string& arguments) {
        succeed(render(arguments));
        return readImage(folder_ / "picture.png");
    }
    static double differingShare(const Pixels& a, const Pixels& b) {
        size_t differing = 0;
        for (size_t i = 0; i < a.rgba.size(); ++i) {
            differing += std::abs(int{a.rgba[i]} - int{b.rgba[i]}) > 32;
        }
        return static_cast<double>(differing) / static_cast<double>(a.rgba.size());
    }
};

TEST_F(GpuCliScene, SeveralModelsAreDrawnTogether) {
    const std::string rest = " --instances 6 --clip rest --camera 20,15";
    const Pixels both = drawn(kBoth + rest);
    for (const std::string& one : {kLowMannequin, shipped("serpent.glb").string()}) {
        EXPECT_GT(differingShare(both, drawn(one + rest)), 0.01) << one;
    }
    const std::string same =
        scene(R"({"path": ")" + kLowMannequin + R"(", "count": 3, "clip": "rest"}, {"path": ")" +
              shipped("serpent.glb").string() + R"(", "count": 3, "clip": "rest"})");
    EXPECT_EQ(drawn(same + " --camera 20,15").rgba, both.rgba) << "a scene file says the same";
    const std::string moving = kBoth + " --camera 20,15 --time 0.6";
    EXPECT_GT(differingShare(drawn(moving + " --clip walk"), drawn(moving)), 0.001)
        << "a clip of one model leaves the others their own";
}

TEST_F(GpuCliScene, PathsBeginAtTheFileAndPlacementsAreKept) {
    std::filesystem::copy_file(kLowMannequin, folder_ / "copy.glb");
    const auto pictureOf = [&](const std::string& path, const std::string& more) {
        return drawn(
            scene(R"({"path": ")" + path + R"(", "placements": [{"at": [0, 0, 0])" + more + "}]}") +
            " --clip rest --camera 0,5,1,0,1,0");
    };
    const Pixels front = pictureOf("copy.glb", "");
    EXPECT_LT(differingShare(pictureOf(kLowMannequin, ""), front), 0.002) << "the absolute path";
    EXPECT_GT(differingShare(pictureOf("copy.glb", R"(, "turned": 180)"), front), 0.01);
}

TEST_F(CliScene, FaultsOfFilesAndOptionsAreRefused) {
    expectRefused(render(scene(R"({"path": "a.glb", "count": 0})")),
                  "town.json: models[0].count: a whole number from 1 to 1000000 is expected, not 0");
    expectRefused(render(scene(R"({"path": "no-such.glb"})")), "no-such.glb");
    expectRefused(render(folder_.at("none.json")), "none.json: cannot be opened");
    expectRefused(
        render(kBoth + " --animator x.animator.json"),
        "one description cannot drive several models; use --animator model, or a scene file");
    expectRefused(render(kBoth + " --clip fly"), "fly");
    expectRefused(render(kBoth + " --joint third_arm"), "third_arm");
    expectRefused("verify " + kBoth, "verify takes one MODEL");
    const std::string town = scene(R"({"path": "a.glb"})");
    for (const std::string& command : {"verify " + town, "bench " + town, "inspect " + town,
                                       "diff " + town + " --b vertex -o " + folder_.at("d.png"),
                                       "export " + town + " -o " + folder_.at("d.ply")}) {
        expectRefused(command, "this command takes .glb and .gltf files");
    }
}

}  // namespace
}  // namespace sinew::test
