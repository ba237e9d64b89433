// sinew-cli bake: what it writes is read back by nothing but the words of docs/baked-clips.md.
#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <glm/gtc/packing.hpp>
#include <set>

#include "skinning/animation/crowd.h"
#include "skinning/cpu/reference.h"
#include "skinning/gltf/import.h"
#include "tests/cli/commands.h"
#include "tests/cli/shared_models.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

std::string bake(const fs::path& model, const fs::path& file, const std::string& options = "") {
    return "bake " + model.string() + " -o " + file.string() + ' ' + options;
}

/// A reader of the files alone, in double precision.
class Reader {
public:
    explicit Reader(const fs::path& file)
        : about(readJson(file)),
          bytes_(readFile(file.parent_path() / about.at("texels").at("file"))) {
        EXPECT_EQ(bytes_.size(), about.at("texels").at("bytes"));
    }

    glm::dvec4 texel(uint32_t frame, uint32_t t) const {
        const Json& frames = about.at("frames");
        const uint32_t rows = frames.at("rows"), width = about.at("texels").at("width");
        const size_t x = frame / rows * frames.at("texelsPerFrame").get<size_t>() + t;
        const size_t place = frame % rows * width + x;
        if (about.at("texels").at("format") == "rgba32float") {
            glm::vec4 value;
            std::memcpy(&value, bytes_.data() + place * 16, 16);
            return value;
        }
        EXPECT_EQ(about.at("texels").at("format"), "rgba16float");
        uint64_t value = 0;
        std::memcpy(&value, bytes_.data() + place * 8, 8);
        return glm::unpackHalf4x16(value);
    }

    /// Every texel of `frame`, mixed with the frame after it.
    std::vector<glm::dvec4> pose(uint32_t frame, double mix) const {
        std::vector<glm::dvec4> texels;
        for (uint32_t t = 0; t < about.at("frames").at("texelsPerFrame"); ++t) {
            texels.push_back(texel(frame, t));
            if (mix > 0) texels.back() += (texel(frame + 1, t) - texels.back()) * mix;
        }
        return texels;
    }

    const Json about;

private:
    const std::string bytes_;
};

/// A vertex of the file, its morph targets applied.
glm::dvec3 bindPosition(const Reader& reader, const std::vector<glm::dvec4>& pose,
                        const Geometry& geometry, uint32_t v) {
    glm::dvec3 position = geometry.positions[v];
    if (geometry.morphOffsets.empty()) return position;
    for (uint32_t d = geometry.morphOffsets[v]; d < geometry.morphOffsets[v + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        const uint32_t first = reader.about.at("morphWeights").at("firstTexel");
        position += glm::dvec3(delta.position) *
                    pose[first + delta.weight / 4][static_cast<int>(delta.weight % 4)];
    }
    return position;
}

struct Skinned {
    glm::dvec3 position{0.0};
    double magnitude = 0;  // of all terms that were summed: what rounding is relative to
};

Skinned skin(const Reader& reader, const std::vector<glm::dvec4>& pose, const Geometry& geometry,
             uint32_t v) {
    const glm::dvec4 p(bindPosition(reader, pose, geometry, v), 1.0);
    Skinned skinned;
    for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
        const Influence& influence = geometry.influences[i];
        for (uint32_t r = 0; r < 3; ++r) {
            const glm::dvec4 terms = pose[3 * influence.bind + r] * p * double{influence.weight};
            skinned.position[static_cast<int>(r)] += terms.x + terms.y + terms.z + terms.w;
            skinned.magnitude += glm::dot(glm::abs(terms), glm::dvec4(1.0));
        }
    }
    return skinned;
}

/// Every vertex at some frames of every clip and in the rest pose, within 1e-5 of the extent and
/// `rounding` of the terms that are summed.
void expectReferenceVertices(const Reader& reader, const Model& model, double rounding) {
    const auto check = [&](uint32_t frame, uint32_t clip, double time) {
        const ReferenceVertices expected = referenceVertices(model, clip, time);
        const auto pose = reader.pose(frame, 0);
        for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
            const Skinned skinned = skin(reader, pose, model.geometry, v);
            ASSERT_LE(glm::length(skinned.position - expected.positions[v]),
                      1e-5 * expected.extent + rounding * skinned.magnitude)
                << "vertex " << v << ", clip " << clip << ", " << time << " s";
        }
    };
    check(reader.about.at("frames").at("rest"), kRestPose, 0);
    const Json& clips = reader.about.at("clips");
    ASSERT_EQ(clips.size(), model.clips.size());
    for (uint32_t c = 0; c < clips.size(); ++c) {
        const uint32_t first = clips[c].at("firstFrame"), steps = clips[c].at("steps");
        const double duration = clips[c].at("durationSeconds");
        for (const uint32_t k : std::set<uint32_t>{0, steps / 3, steps > 0 ? steps - 1 : 0}) {
            check(first + k, c, steps > 0 ? duration * k / steps : 0.0);
        }
    }
}

TEST(CliBake, DescriptionAndTexelsAloneGiveTheReferenceVertices) {
    struct Case {
        const char* model;
        const char* options;
        double rounding;
        uint32_t framesPerSecond;
        uint32_t columns;
    };
    for (const Case& c : {Case{"serpent.glb", "", 0, 30, 1},
                          Case{"mannequin_low.glb", "--texels fp16 --rate 12", 0x1p-11, 12, 1},
                          Case{"mannequin_low.glb", "--largest-side 448", 0, 30, 2}}) {
        SCOPED_TRACE(c.options);
        const TemporaryFolder folder;
        succeed(bake(shipped(c.model), folder / "a.json", c.options));
        const Reader reader(folder / "a.json");
        const Json &frames = reader.about.at("frames"), &texels = reader.about.at("texels");
        EXPECT_EQ(frames.at("framesPerSecond"), c.framesPerSecond);
        EXPECT_EQ(texels.at("width"), c.columns * frames.at("texelsPerFrame").get<uint32_t>());
        EXPECT_EQ(texels.at("height"), frames.at("rows"));
        EXPECT_EQ(frames.at("rest").get<uint32_t>() / frames.at("rows").get<uint32_t>(),
                  c.columns - 1);
        expectReferenceVertices(reader, importGltf(shipped(c.model)), c.rounding);
    }
}

TEST(CliBake, SharedModelsWithMorphsAndSkinsAreTheReference) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const fs::path& file : fewSharedModels()) {
        SCOPED_TRACE(file.string());
        const TemporaryFolder folder;
        succeed(bake(file, folder / "a.json"));
        expectReferenceVertices(Reader(folder / "a.json"), importGltf(file), 1e-6);
    }
}

TEST(CliBake, SkinsNameTheBindsOfTheFilesJoints) {
    const TemporaryFolder folder;
    const fs::path model = shipped("mannequin_low.glb");
    succeed(bake(model, folder / "a.json"));
    const Reader reader(folder / "a.json");
    const std::string glb = readFile(model);
    uint32_t jsonBytes = 0;
    std::memcpy(&jsonBytes, glb.data() + 12, 4);
    const Json gltf = Json::parse(glb.substr(20, jsonBytes));
    ASSERT_EQ(reader.about.at("skins").size(), gltf.at("skins").size());
    for (size_t s = 0; s < gltf.at("skins").size(); ++s) {
        const Json& joints = gltf.at("skins")[s].at("joints");
        const Json& binds = reader.about.at("skins")[s].at("binds");
        ASSERT_EQ(binds.size(), joints.size());
        for (size_t j = 0; j < joints.size(); ++j) {
            EXPECT_EQ(reader.about.at("binds")[binds[j].get<size_t>()].at("joint"),
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
    const Reader reader(folder / "snake.json");
    const images::Pixels pixels = readImage(folder / "snake.baked.png");
    const int width = static_cast<int>(pixels.width), height = static_cast<int>(pixels.height);
    ASSERT_EQ(width, reader.about.at("texels").at("width"));
    ASSERT_EQ(height, 2 * reader.about.at("texels").at("height").get<int>());
    const Json& preview = reader.about.at("preview");
    EXPECT_EQ(preview.at("file"), "snake.baked.png");
    const auto low = preview.at("low").get<std::array<double, 4>>();
    const auto high = preview.at("high").get<std::array<double, 4>>();
    const int texels = reader.about.at("frames").at("texelsPerFrame");
    std::array<std::set<int>, 4> seen;
    for (int frame = 0; frame < height / 2; ++frame) {  // one column of frames
        for (int t = 0; t < texels; ++t) {
            const auto value = reader.texel(static_cast<uint32_t>(frame), static_cast<uint32_t>(t));
            for (size_t c = 0; c < 4; ++c) {
                const int row = c < 3 ? frame : height / 2 + frame;
                const auto at = static_cast<size_t>(4 * (row * width + t)) + (c < 3 ? c : 0);
                const int byte = pixels.rgba[at];
                ASSERT_NEAR(byte, 255 * (value[static_cast<int>(c)] - low[c]) / (high[c] - low[c]),
                            .51);
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
    succeed(bake(shipped("mannequin_low.glb"), folder / "a.json", "--largest-side 448"));
    const std::string page = readFile(fs::path(SINEW_SOURCE_DIR) / "docs" / "baked-clips.md");
    const std::string fence = "```python\n";
    const size_t start = page.find(fence) + fence.size();
    writeFile(folder / "reader.py", page.substr(start, page.find("```", start) - start));
    const Reader reader(folder / "a.json");
    const Json& clip = reader.about.at("clips")[1];
    const double step = clip.at("durationSeconds").get<double>() / clip.at("steps").get<double>();
    const std::string command =
        "python3 " + (folder / "reader.py").string() + ' ' + (folder / "a.json").string() + ' ' +
        clip.at("name").get<std::string>() + ' ' +
        std::to_string(2.25 * step - clip.at("durationSeconds").get<double>()) + " > " +
        (folder / "out").string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto pose = reader.pose(clip.at("firstFrame").get<uint32_t>() + 2, .25);
    std::istringstream lines(readFile(folder / "out"));
    size_t bind = 0;
    for (std::string line; std::getline(lines, line); ++bind) {
        const Json matrix = Json::parse(line).at("objectFromBind");
        for (size_t r = 0; r < 3; ++r) {
            for (size_t c = 0; c < 4; ++c) {
                ASSERT_NEAR(matrix[r][c].get<double>(), pose[3 * bind + r][static_cast<int>(c)],
                            1e-4);  // six digits of time
            }
        }
    }
    EXPECT_EQ(bind, reader.about.at("binds").size());
}

TEST(CliBake, FaultLeavesNothingBehind) {
    const TemporaryFolder folder;
    const fs::path model = shipped("serpent.glb"), file = folder / "a.json";
    expectRefused(bake(model, folder / "a.txt"), "does not end in .json");
    expectRefused(bake(model, file, "--texels fp8"), "'fp8'; choose one of: fp32, fp16");
    expectRefused(bake(model, file, "--rate 0"), "0 is not a number from 1 to 240");
    expectRefused(bake(model, file, "--rate 241"), "241");
    expectRefused(bake(model, file, "--largest-side 0"), "from 1 to 65536");
    expectRefused(bake(model, file, "--largest-side 100"), "side has at most 100");
    expectRefused(bake("missing.glb", file), "missing.glb");
    expectRefused(bake(model, folder / "none" / "a.json"), "there is no folder");
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
