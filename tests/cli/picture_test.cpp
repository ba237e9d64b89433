// Tests sinew-cli devices, render, diff and verify on shipped and shared models.
#include <map>
#include <set>

#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/gpu/verify/choices.h"
#include "tests/cli/commands.h"
#include "tests/read_image.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

using images::Pixels;
using testing::HasSubstr;

TEST(CliHelp, HelpAndVersionSucceed) {
    for (const char* command : {"", "devices", "render", "bench", "settings"}) {
        EXPECT_EQ(succeed(std::string(command) + " --help").error, "") << command;
    }
    EXPECT_THAT(succeed("--version").out, testing::StartsWith("sinew-cli "));
}

TEST(GpuCliDevices, ListsDevicesWithVerdicts) {
    EXPECT_THAT(succeed("devices").out, HasSubstr("usable"));
}

/// Fixture that renders one model into one file.
class GpuCliRender : public testing::Test {
protected:
    std::string bytes(const std::string& options) {
        return written(file_, "render " + kLowMannequin + " -o " + file_.string() + options);
    }
    Pixels pixels(const std::string& options) {
        bytes(options);
        return readImage(file_);
    }

    TemporaryFolder folder_;
    const std::filesystem::path file_ = folder_ / "picture.png";
};

TEST_F(GpuCliRender, WritesOnlyAPngOfTheRequestedSize) {
    const Pixels picture = pixels(" --size 321x200 --time 0.7");
    EXPECT_EQ(picture.width, 321u);
    EXPECT_EQ(picture.height, 200u);
    std::set<uint8_t> reds;
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
        reds.insert(picture.rgba[i]);
        ASSERT_EQ(picture.rgba[i + 3], 255);
    }
    EXPECT_GT(reds.size(), 50u) << "a lit character has many shades";
    EXPECT_THAT(namesIn(folder_.path()), testing::ElementsAre("picture.png"));
}

TEST_F(GpuCliRender, ViewCameraAndInfluencesChangeThePicture) {
    std::map<std::string, std::string> options;  // key: bytes of the picture
    for (const char* option :
         {"",
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
          " --instances 4 --cascades 4",
          " --instances 9 --method compute:culled",
          " --instances 9 --method compute:culled --cull-camera 0,20,0.5",
          " --instances 9 --method vertex:lod --cull-camera 0,20,0.5,0,0,900"}) {
        std::string& same = options[bytes(std::string(" --size 160x90") + option)];
        EXPECT_EQ(same, "") << "looks like" << option;
        same = option + std::string(" ");
    }
}

class LongGpuCliRender : public GpuCliRender {};

TEST_F(LongGpuCliRender, RatesInAPictureAreThoseOfARunningCrowd) {
    // The view `rates` shows instances in green that are posed in every 8th frame.
    const auto greenPixels = [&](const std::string& pixelsOff) {
        const std::vector<uint8_t> rgba =
            pixels(
                " --clip walk --time 0.4 --instances 9 --size 160x90 --cascades 0 --method "
                "compute:gpu-poses:lod:rate --view rates --rate-pixels " +
                pixelsOff)
                .rgba;
        size_t green = 0;
        for (size_t i = 0; i < rgba.size(); i += 4) green += rgba[i + 1] > 2 * rgba[i + 2] ? 1 : 0;
        return green;
    };
    EXPECT_EQ(greenPixels("0"), 0u);
    EXPECT_GT(greenPixels("1000"), 100u);
}

// LongShippedCharactersTest checks every usual choice for these characters. In this test the crowd
// is larger than the tile of instances that a thread of the skin kernel processes.
TEST(GpuCliVerify, PassesForEveryMethodOnACharacterThatShips) {
    const std::string out = succeed("verify " + kLowMannequin + " --methods all").out;
    for (const Method method : allMethods()) {
        EXPECT_THAT(out, HasSubstr('\n' + std::string(methodName(method)) + ' '));
    }
}

TEST(LongGpuCliVerify, WithoutMethodsTakesTheUsualChoices) {
    const std::string out =
        succeed("verify " + (dataFolder() / "torture/animated_joint.gltf").string()).out;
    const std::vector<SkinChoice> choices = usualChoices();
    EXPECT_GT(choices.size(), 2 * allMethods().size());
    for (const SkinChoice& choice : choices) {
        EXPECT_THAT(out, HasSubstr('\n' + choiceText(choice) + ' '));
    }
}

Json runDiff(const std::string& arguments, const TemporaryFolder& folder) {
    succeed("diff " + kLowMannequin + " " + arguments + " -o " + folder.at("diff.png") +
            " --json " + folder.at("diff.json"));
    return readJson(folder / "diff.json");
}

struct Views : images::Pixels {
    explicit Views(const std::filesystem::path& file) : Pixels(readImage(file)) {}
    bool same(uint32_t x, uint32_t y, uint32_t otherX) const {
        const uint8_t* row = &rgba[size_t{4} * width * y];
        return std::equal(row + 4 * x, row + 4 * x + 4, row + 4 * otherX);
    }
};

TEST(GpuCliDiff, OfMethodsThatAgreeIsZeroAndTheirViewsAreTheSame) {
    const TemporaryFolder folder;
    const Json figures = runDiff("--a compute --b vertex --size 120x160", folder);
    EXPECT_EQ(figures["positionOfExtent"]["largest"], 0.0);
    EXPECT_EQ(figures["verticesByDecade"]["equal"], figures["vertices"]);
    const Views pixels(folder / "diff.png");
    ASSERT_EQ(pixels.width, 360u);
    ASSERT_GT(pixels.height, 160u);
    constexpr uint32_t kHeader = 40;
    size_t differing = 0, shown = 0;
    for (uint32_t y = kHeader; y < kHeader + 160; ++y) {
        for (uint32_t x = 0; x < 120; ++x) {
            differing += !pixels.same(x, y, x + 120);
            shown += !pixels.same(x, y, x + 240);  // the difference view has a dark background
        }
    }
    EXPECT_LE(differing, 20u);  // from dither and edges
    EXPECT_GT(shown, 500u);
}

TEST(GpuCliDiff, NamesTheFallbackAndDistinguishesBakedFramesFromInterpolation) {
    const TemporaryFolder folder;
    const Json fallback = runDiff("--a cpu --b vertex-uniform:joints4 --size 64x64", folder);
    EXPECT_EQ(fallback["b"], "vertex-uniform:joints4 (by cpu)");
    EXPECT_EQ(fallback["positionOfExtent"]["largest"], 0.0);
    const Json baked =
        runDiff("--a texture --b texture:floor --clip run --time 0.25 --size 64x64", folder);
    EXPECT_GT(baked["positionOfExtent"]["largest"], 1e-3);
    EXPECT_LT(baked["positionOfExtent"]["mean"], baked["positionOfExtent"]["largest"]);
    EXPECT_THAT(baked["furthest"]["place"].get<std::string>(), HasSubstr("mannequin"));
}

}  // namespace
}  // namespace sinew::test
