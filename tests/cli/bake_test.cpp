// Tests that the files of sinew-cli bake contain the clips that tests/unit/animation/bake_test.cpp
// checks, in the format of docs/baked-clips.md.
#include <array>
#include <cstring>
#include <set>
#include <sstream>

#include "skinning/gltf/import.h"
#include "skinning/packing/bake.h"
#include "tests/cli/commands.h"
#include "tests/read_image.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kLargestSide = 16384;  // default of --largest-side

std::string bake(const fs::path& model, const fs::path& file, const std::string& options = "") {
    return "bake " + model.string() + " -o " + file.string() + ' ' + options;
}

/// Bakes `file` into a.json of `folder`. Expects the same content as bakeClips() returns.
void expectBaked(const TemporaryFolder& folder, const fs::path& file, const std::string& options,
                 const BakeSettings& settings, uint32_t largestSide) {
    SCOPED_TRACE(file.filename().string() + ' ' + options);
    succeed(bake(file, folder / "a.json", options));
    const Model model = importGltf(file);
    const BakedClips clips = bakeClips(model, settings, largestSide);
    const Json about = readJson(folder / "a.json");
    const std::span<const std::byte> bytes = clips.bytes();
    const Json expected{
        {"texels",
         {{"file", "a.baked.bin"},
          {"bytes", bytes.size()},
          {"format", settings.halfTexels ? "rgba16float" : "rgba32float"},
          {"byteOrder", "little-endian"},
          {"rowOrder", "from the top"},
          {"width", clips.width},
          {"height", clips.height}}},
        {"frames",
         {{"count", clips.frameCount},
          {"texelsPerFrame", clips.texelsPerFrame},
          {"rows", clips.rows},
          {"framesPerSecond", settings.framesPerSecond},
          {"rest", clips.clips.back().firstFrame}}},
        {"morphWeights", {{"count", clips.weightCount}, {"firstTexel", 3 * clips.bindCount}}}};
    for (const auto& [name, value] : expected.items()) EXPECT_EQ(about.at(name), value) << name;
    ASSERT_EQ(about.at("clips").size(), model.clips.size());
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const Json& clip = about.at("clips")[c];
        EXPECT_EQ(clip.at("name"), model.clips[c].name);
        EXPECT_EQ(clip.at("firstFrame"), clips.clips[c].firstFrame);
        EXPECT_EQ(clip.at("steps"), clips.clips[c].steps);
        EXPECT_EQ(clip.at("durationSeconds").get<float>(), clips.clips[c].durationSeconds);
    }
    const std::string texels = readFile(folder / "a.baked.bin");
    ASSERT_EQ(texels.size(), bytes.size());
    EXPECT_EQ(std::memcmp(texels.data(), bytes.data(), bytes.size()), 0);
}

TEST(CliBake, FilesHoldTheBakedClips) {
    const TemporaryFolder folder;
    const fs::path model = kLowMannequin;
    expectBaked(folder, shipped("serpent.glb"), "", {}, kLargestSide);
    expectBaked(folder, model, "--texels fp16 --rate 12",
                {.framesPerSecond = 12, .halfTexels = true}, kLargestSide);
    expectBaked(folder, model, "--largest-side 448", {}, 448);
    const Json frames = readJson(folder / "a.json").at("frames");
    EXPECT_GE(frames.at("rest"), frames.at("rows")) << "in the second column";
    for (const char* name : {"morph_weights_cubic.gltf", "two_skins_other_binds.gltf"}) {
        expectBaked(folder, dataFolder() / "torture" / name, "", {}, kLargestSide);
    }
}

TEST(CliBake, SkinsNameTheBindsOfTheFilesJoints) {
    const TemporaryFolder folder;
    const fs::path model = shipped("mannequin_low.glb");
    succeed(bake(model, folder / "a.json"));
    const Json about = readJson(folder / "a.json");
    const std::string glb = readFile(model);
    uint32_t jsonBytes = 0;
    std::memcpy(&jsonBytes, glb.data() + 12, 4);
    const Json gltf = Json::parse(glb.substr(20, jsonBytes));
    ASSERT_EQ(about.at("skins").size(), gltf.at("skins").size());
    for (size_t s = 0; s < gltf.at("skins").size(); ++s) {
        const Json& joints = gltf.at("skins")[s].at("joints");
        const Json& binds = about.at("skins")[s].at("binds");
        ASSERT_EQ(binds.size(), joints.size());
        for (size_t j = 0; j < joints.size(); ++j) {
            EXPECT_EQ(about.at("binds")[binds[j].get<size_t>()].at("joint"),
                      gltf.at("nodes")[joints[j].get<size_t>()].at("name"));
        }
    }
}

TEST(CliBake, PreviewShowsEveryComponentInItsRangeAndNothingElseIsLeft) {
    const TemporaryFolder folder;
    EXPECT_THAT(succeed(bake(shipped("serpent.glb"), folder / "snake.json")).out,
                testing::HasSubstr("snake.json: "));
    EXPECT_THAT(namesIn(folder.path()),
                testing::ElementsAre("snake.baked.bin", "snake.baked.png", "snake.json"));
    const BakedClips clips = bakeClips(importGltf(shipped("serpent.glb")), {}, kLargestSide);
    const images::Pixels pixels = readImage(folder / "snake.baked.png");
    ASSERT_EQ(pixels.width, clips.width);
    ASSERT_EQ(pixels.height, 2 * clips.height);
    const Json preview = readJson(folder / "snake.json").at("preview");
    EXPECT_EQ(preview.at("file"), "snake.baked.png");
    const auto low = preview.at("low").get<std::array<float, 4>>();
    const auto high = preview.at("high").get<std::array<float, 4>>();
    std::array<std::set<int>, 4> seen;
    for (uint32_t frame = 0; frame < clips.height; ++frame) {  // all frames are in one column
        for (uint32_t t = 0; t < clips.texelsPerFrame; ++t) {
            const glm::vec4 texel = clips.texel(frame, t);
            for (size_t c = 0; c < 4; ++c) {
                const uint32_t row = c < 3 ? frame : clips.height + frame;
                const int byte = pixels.rgba[size_t{4} * (row * clips.width + t) + (c < 3 ? c : 0)];
                const float value = texel[static_cast<int>(c)];
                ASSERT_NEAR(byte, 255 * (value - low[c]) / (high[c] - low[c]), .51);
                seen[c].insert(byte);
            }
        }
    }
    for (const std::set<int>& bytes : seen) {
        EXPECT_EQ(*bytes.begin(), 0);
        EXPECT_EQ(*bytes.rbegin(), 255);
    }
}

TEST(CliBake, ExampleReaderOfTheDocsReadsTheFiles) {
    if (std::system("python3 --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no python3";
    const TemporaryFolder folder;
    succeed(bake(kLowMannequin, folder / "a.json", "--largest-side 448"));
    const std::string page = readFile(fs::path(SINEW_SOURCE_DIR) / "docs" / "baked-clips.md");
    const std::string fence = "```python\n";
    const size_t start = page.find(fence) + fence.size();
    writeFile(folder / "reader.py", page.substr(start, page.find("```", start) - start));
    const Model model = importGltf(kLowMannequin);
    const BakedClips clips = bakeClips(model, {}, 448);
    const BakedClip& clip = clips.clips[1];
    const double step = double{clip.durationSeconds} / clip.steps;
    const Outcome run =
        runShell(fmt::format("python3 {} {} {} {}", folder.at("reader.py"), folder.at("a.json"),
                             model.clips[1].name, 2.25 * step - double{clip.durationSeconds}));
    ASSERT_EQ(run.exitCode, 0) << run.error;
    std::vector<gpu::Affine> palette(clips.bindCount);
    const uint32_t frame = clip.firstFrame + 2;
    bakedPalette(clips, {frame, .25f, frame, 0, 0}, palette);
    std::istringstream lines(run.out);
    size_t bind = 0;
    for (std::string line; std::getline(lines, line); ++bind) {
        const Json matrix = Json::parse(line).at("objectFromBind");
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 4; ++c) {
                ASSERT_NEAR(matrix.at(static_cast<size_t>(r)).at(static_cast<size_t>(c)),
                            palette.at(bind)[r][c], 1e-4);
            }
        }
    }
    EXPECT_EQ(bind, clips.bindCount);
}

TEST(CliBake, FaultLeavesNothingBehind) {
    const TemporaryFolder folder;
    const fs::path model = shipped("serpent.glb"), file = folder / "a.json";
    expectRefused(bake(model, file, "--texels fp8"), "'fp8'; choose one of: fp32, fp16");
    expectRefused(bake(model, file, "--rate 0"), "0 is not a number from 1 to 240");
    expectRefused(bake(model, file, "--rate 241"), "241");
    expectRefused(bake(model, file, "--largest-side 0"), "from 1 to 65536");
    expectRefused(bake(model, file, "--largest-side 100"), "side has at most 100");
    EXPECT_THAT(namesIn(folder.path()), testing::IsEmpty());
    Gltf slow = triangle();  // 200,000 s: six million frames of 48 bytes
    slow.channel(0, "translation", slow.scalars({0, 200000}), slow.vec3({0, 0, 0, 1, 0, 0}));
    writeFile(folder / "long.gltf", textOf(slow));
    expectRefused(bake(folder / "long.gltf", file), "take 289 MB (288620544 bytes)");
    fs::remove(folder / "long.gltf");
    fs::create_directory(folder / "a.baked.bin");
    expectRefused(bake(model, file), "it is a folder");
    EXPECT_THAT(namesIn(folder.path()), testing::ElementsAre("a.baked.bin"));
}

}  // namespace
}  // namespace sinew::test
