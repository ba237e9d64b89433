// Every file of the torture set against what was worked out by hand; every broken file refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/cpu/reference.h"
#include "skinning/gltf/import.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using test::TortureFile;
using test::TorturePose;
using testing::HasSubstr;
using testing::StartsWith;

std::string nameOf(const testing::TestParamInfo<fs::path>& info) {
    return info.param.stem().string();
}

class Torture : public testing::TestWithParam<fs::path> {};

TEST_P(Torture, ReferenceGivesTheVerticesWorkedOutByHand) {
    const TortureFile file = test::readTortureFile(GetParam());
    const Model model = importGltf(file.file);
    for (const TorturePose& pose : file.poses) {
        test::expectPose(pose, referenceVertices(model, pose.clip, pose.timeSeconds));
    }
}

TEST_P(Torture, FloatPathGivesTheVerticesWorkedOutByHand) {
    const TortureFile file = test::readTortureFile(GetParam());
    const Model model = importGltf(file.file);
    for (const TorturePose& pose : file.poses) {
        test::expectPose(pose,
                         test::poseModel(model, pose.clip, static_cast<float>(pose.timeSeconds)));
    }
}

size_t mostInfluences(const Geometry& geometry) {
    size_t most = 0;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        most =
            std::max<size_t>(most, geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v]);
    }
    return most;
}

/// Each triangle from its smallest index on: where it starts says nothing.
std::vector<std::vector<uint32_t>> turned(const std::vector<uint32_t>& corners) {
    std::vector<std::vector<uint32_t>> out;
    for (size_t i = 0; i + 2 < corners.size(); i += 3) {
        std::vector<uint32_t> triangle(corners.begin() + static_cast<ptrdiff_t>(i),
                                       corners.begin() + static_cast<ptrdiff_t>(i) + 3);
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()),
                    triangle.end());
        out.push_back(triangle);
    }
    return out;
}

void expectTriangles(const nlohmann::json& expected, const Geometry& geometry) {
    std::vector<uint32_t> corners;
    for (const auto& triangle : expected) {
        for (const auto& corner : triangle) corners.push_back(corner.get<uint32_t>());
    }
    EXPECT_EQ(turned(geometry.indices), turned(corners));
}

void expectUvs(const nlohmann::json& expected, const Geometry& geometry) {
    const std::vector<glm::vec2>& uvs = geometry.uvSets.at(0);
    ASSERT_EQ(uvs.size(), expected.size());
    for (size_t v = 0; v < expected.size(); ++v) {
        EXPECT_FLOAT_EQ(uvs[v].x, expected[v][0].get<float>()) << "vertex " << v;
        EXPECT_FLOAT_EQ(uvs[v].y, expected[v][1].get<float>()) << "vertex " << v;
    }
}

void expectWarnings(const nlohmann::json& expected, const std::vector<std::string>& warnings) {
    ASSERT_EQ(warnings.size(), expected.size()) << testing::PrintToString(warnings);
    for (size_t w = 0; w < warnings.size(); ++w) {
        EXPECT_THAT(warnings[w], HasSubstr(expected[w].get<std::string>()));
    }
}

TEST_P(Torture, FactsAreThoseOfTheFile) {
    const TortureFile file = test::readTortureFile(GetParam());
    const nlohmann::json& expected = file.expected;
    const Model model = importGltf(file.file);
    EXPECT_EQ(model.geometry.vertexCount(), expected.at("vertices").get<uint32_t>());
    EXPECT_EQ(model.skeleton.size(), expected.at("joints").get<uint32_t>());
    EXPECT_EQ(model.binds.size(), expected.at("binds").get<size_t>());
    EXPECT_EQ(mostInfluences(model.geometry), expected.at("mostInfluences").get<size_t>());
    ASSERT_EQ(model.skins.size(), expected.at("skins").size());
    for (size_t s = 0; s < model.skins.size(); ++s) {
        EXPECT_EQ(model.skins[s].binds.size(), expected.at("skins")[s].get<size_t>());
    }
    ASSERT_EQ(model.clips.size(), expected.at("clips").size());
    for (size_t c = 0; c < model.clips.size(); ++c) {
        EXPECT_EQ(model.clips[c].name, expected.at("clips")[c].at("name").get<std::string>());
        EXPECT_FLOAT_EQ(model.clips[c].durationSeconds,
                        expected.at("clips")[c].at("durationSeconds").get<float>());
    }
    expectWarnings(expected.at("warnings"), model.warnings);
    if (expected.contains("triangles")) expectTriangles(expected.at("triangles"), model.geometry);
    if (expected.contains("uvs")) expectUvs(expected.at("uvs"), model.geometry);
}

INSTANTIATE_TEST_SUITE_P(Files, Torture, testing::ValuesIn(test::modelsIn("torture")), nameOf);

class Broken : public testing::TestWithParam<fs::path> {};

TEST_P(Broken, EndsAsOneLineThatSaysWhatWhereAndWhatToTry) {
    fs::path words = GetParam();
    std::ifstream in(words.replace_extension(".expected.txt"));
    ASSERT_TRUE(in) << words;
    std::string message;
    try {
        importGltf(GetParam());
    } catch (const std::runtime_error& error) {
        message = error.what();
    }
    EXPECT_THAT(message, StartsWith(GetParam().string() + ": "));
    EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
    size_t lines = 0;
    for (std::string word; std::getline(in, word); ++lines) EXPECT_THAT(message, HasSubstr(word));
    EXPECT_GT(lines, 0u);
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(test::modelsIn("broken")), nameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Broken);

}  // namespace
}  // namespace sinew
