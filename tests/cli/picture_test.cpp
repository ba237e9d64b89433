// sinew-cli devices, inspect, render and verify on what ships and on the shared models.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "skinning/gpu/choices.h"
#include "skinning/gpu/techniques/technique.h"
#include "tests/cli/program.h"
#include "tests/cli/shared_models.h"
#include "tests/read_image.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using images::Pixels;

TEST(CliHelp, HelpAndVersionSucceed) {
    for (const char* command : {"", "devices", "render", "bench", "settings"}) {
        const Outcome run = runCli(std::string(command) + " --help");
        EXPECT_EQ(run.exitCode, 0) << command;
        EXPECT_EQ(run.error, "") << command;
    }
    EXPECT_EQ(runCli("--version").out.rfind("sinew-cli ", 0), 0u);
}

TEST(CliInspect, JsonHoldsTheModelsFacts) {
    const Outcome run = runCli("inspect --json " + shipped("mannequin.glb").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const auto facts = nlohmann::json::parse(run.out);
    EXPECT_GE(facts.at("joints"), 60);
    EXPECT_EQ(facts.at("clips").size(), 5u);
    int vertices = 0;
    for (const auto& [influences, count] : facts.at("verticesByInfluences").items()) {
        vertices += count.get<int>();
    }
    EXPECT_EQ(vertices, facts.at("vertices"));
    const auto& methods = facts.at("methods");
    EXPECT_GT(methods.at("compute").at("heldBytesPerInstance"),
              methods.at("vertex").at("heldBytesPerInstance"));
}

TEST(CliInspect, TextNamesClipsAndMethods) {
    const Outcome run = runCli("inspect " + shipped("mannequin.glb").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    for (const char* word : {"dance", "LINEAR", "compute", "vertex", "cpu", "influences"}) {
        EXPECT_NE(run.out.find(word), std::string::npos) << word;
    }
}

TEST(GpuCliDevices, ListsDevicesWithVerdicts) {
    const Outcome run = runCli("devices");
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_NE(run.out.find("usable"), std::string::npos) << run.out;
}

TEST(GpuCliRender, WritesAPngOfTheSizeAskedForAndNothingElse) {
    const TemporaryFolder folder;
    const Outcome run = runCli("render " + shipped("mannequin.glb").string() +
                               " --size 321x200 --time 0.7 -o " + (folder / "a.png").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const Pixels picture = readImage(folder / "a.png");
    EXPECT_EQ(picture.width, 321u);
    EXPECT_EQ(picture.height, 200u);
    std::set<uint8_t> reds;
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
        reds.insert(picture.rgba[i]);
        ASSERT_EQ(picture.rgba[i + 3], 255);
    }
    EXPECT_GT(reds.size(), 50u) << "a lit character has many shades";
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(GpuCliRender, AllMethodsDrawTheSamePicture) {
    const TemporaryFolder folder;
    const std::string common = "render " + shipped("mannequin.glb").string() +
                               " --size 320x180 --instances 3 --clip run --time 0.3 -o ";
    std::vector<Pixels> pictures;
    for (const char* method : {"compute", "vertex", "cpu"}) {
        const fs::path file = folder / (std::string(method) + ".png");
        const Outcome run = runCli(common + file.string() + " --method " + method);
        ASSERT_EQ(run.exitCode, 0) << run.error;
        pictures.push_back(readImage(file));
    }
    for (size_t i = 1; i < pictures.size(); ++i) {
        ASSERT_EQ(pictures[i].rgba.size(), pictures[0].rgba.size());
        size_t different = 0;
        for (size_t b = 0; b < pictures[0].rgba.size(); ++b) {
            different += std::abs(int{pictures[i].rgba[b]} - int{pictures[0].rgba[b]}) > 8 ? 1 : 0;
        }
        // A sample at a silhouette may fall to the other side of it.
        EXPECT_LT(different, pictures[0].rgba.size() / 1000) << "method " << i;
    }
}

TEST(GpuCliRender, ViewCameraAndInfluencesChangeThePicture) {
    const TemporaryFolder folder;
    const std::string common =
        "render " + shipped("mannequin_low.glb").string() + " --size 160x90 -o ";
    std::set<std::string> pictures;
    const std::vector<std::string> options{"",
                                           " --view normals",
                                           " --view weights",
                                           " --view weights --joint hand_right",
                                           " --view cascades",
                                           " --instances 4",
                                           " --instances 4 --seed 2",
                                           " --instances 4 --seed 0",
                                           " --wireframe",
                                           " --skeleton",
                                           " --bounds",
                                           " --camera 90,30,2",
                                           " --clip rest",
                                           " --method compute:max1 --view normals",
                                           " --time 0.4 --view motion",
                                           " --time 0.4 --compare cpu:max1 --divider 0.5",
                                           " --time 0.4 --compare cpu:max1 --view difference",
                                           " --instances 4 --cascades 4"};
    for (size_t i = 0; i < options.size(); ++i) {
        const fs::path file = folder / (std::to_string(i) + ".png");
        const Outcome run = runCli(common + file.string() + options[i]);
        ASSERT_EQ(run.exitCode, 0) << options[i] << run.error;
        pictures.insert(readFile(file));
    }
    EXPECT_EQ(pictures.size(), options.size());
}

TEST(LongGpuCliRender, RatesInAPictureAreThoseOfACrowdThatGoesOn) {
    const TemporaryFolder folder;
    const fs::path file = folder / "picture.png";
    // Of those who have a turn every 8th frame.
    const auto greenPixels = [&](const std::string& pixelsOff) {
        const Outcome run =
            runCli("render " + shipped("mannequin_low.glb").string() +
                   " --clip walk --time 0.4 --instances 9 --size 160x90 --cascades "
                   "0 --method compute:gpu-poses:lod:rate --view rates --rate-pixels " +
                   pixelsOff + " -o " + file.string());
        EXPECT_EQ(run.exitCode, 0) << run.error;
        const std::vector<uint8_t> rgba = readImage(file).rgba;
        size_t green = 0;
        for (size_t i = 0; i < rgba.size(); i += 4) green += rgba[i + 1] > 2 * rgba[i + 2] ? 1 : 0;
        return green;
    };
    EXPECT_EQ(greenPixels("0"), 0u);
    EXPECT_GT(greenPixels("1000"), 100u);
}

TEST(GpuCliRender, ACullingCameraLeavesOutWhomItDoesNotSee) {
    const TemporaryFolder folder;
    const std::string common = "render " + shipped("mannequin_low.glb").string() +
                               " --size 160x90 --instances 9 --cascades 0 --camera 40,30 -o ";
    std::set<std::string> pictures;
    // All are seen by the first, and by the second nobody.
    for (const char* options :
         {" --method compute:culled", " --method compute:culled --cull-camera 0,20,0.5",
          " --method vertex:lod --cull-camera 0,20,0.5,0,0,900"}) {
        const fs::path file = folder / "picture.png";
        const Outcome run = runCli(common + file.string() + options);
        ASSERT_EQ(run.exitCode, 0) << options << run.error;
        pictures.insert(readFile(file));
    }
    EXPECT_EQ(pictures.size(), 3u);
    // Where it stands in its place, it changes nothing but lines.
    const auto draw = [&](const std::string& options) {
        const fs::path file = folder / "picture.png";
        EXPECT_EQ(runCli(common + file.string() + options).exitCode, 0);
        return readImage(file).rgba;
    };
    const auto plain = draw(""), frozen = draw(" --method compute:culled --cull-camera 40,30");
    size_t different = 0;
    for (size_t i = 0; i < plain.size(); i += 4) {
        const bool same =
            std::equal(plain.begin() + static_cast<int>(i), plain.begin() + static_cast<int>(i) + 3,
                       frozen.begin() + static_cast<int>(i));
        different += same ? 0 : 1;
    }
    EXPECT_GT(different, 100u);
    EXPECT_LT(different, plain.size() / 4 / 3);
}

// LongShippedCharactersTest holds every usual choice for these characters; here the crowd is larger
// than a tile of the skin pass.
TEST(GpuCliVerify, PassesForEveryMethodOnACharacterThatShips) {
    const Outcome run =
        runCli("verify " + shipped("mannequin_low.glb").string() + " --methods all");
    EXPECT_EQ(run.exitCode, 0) << run.out << run.error;
    for (const Method method : allMethods()) {
        const std::string name(methodName(method));
        EXPECT_NE(run.out.find('\n' + name + ' '), std::string::npos) << name;
    }
}

TEST(LongGpuCliVerify, WithoutMethodsTakesTheUsualChoices) {
    const Outcome run = runCli("verify " + (dataFolder() / "torture/animated_joint.gltf").string());
    EXPECT_EQ(run.exitCode, 0) << run.out << run.error;
    const std::vector<SkinChoice> choices = usualChoices();
    EXPECT_GT(choices.size(), 2 * allMethods().size());
    for (const SkinChoice& choice : choices) {
        const std::string name = choiceText(choice);
        EXPECT_NE(run.out.find('\n' + name + ' '), std::string::npos) << name;
    }
}

// SharedModelsTest holds every shared model.
TEST(GpuCliVerify, PassesOnSharedModels) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const fs::path& file : fewSharedModels()) {
        const Outcome run = runCli("verify " + file.string() + " --methods compute,cpu,texture");
        EXPECT_EQ(run.exitCode, 0) << file << run.out << run.error;
    }
}

}  // namespace
}  // namespace sinew::test
