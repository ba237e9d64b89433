// Files of the torture set import with hand-computed values, and import refuses every broken file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "tests/error_of.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using test::TortureFile;
using test::TorturePose;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string nameOf(const testing::TestParamInfo<fs::path>& info) {
    return info.param.stem().string();
}

class Torture : public testing::TestWithParam<fs::path> {};

TEST_P(Torture, ReferenceAndFloatPathGiveTheVerticesComputedByHand) {
    const TortureFile file = test::readTortureFile(GetParam());
    const Model model = importGltf(file.file);
    for (const TorturePose& pose : file.poses) {
        test::expectPose(model, pose, referenceVertices(model, pose.clip, pose.timeSeconds));
        SCOPED_TRACE("in floats");
        test::expectPose(model, pose,
                         test::poseModel(model, pose.clip, static_cast<float>(pose.timeSeconds)));
    }
}

size_t mostInfluencesOf(const Geometry& geometry) {
    size_t most = 0;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        most =
            std::max<size_t>(most, geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v]);
    }
    return most;
}

/// Rotates each triangle so that its smallest index is first, because the first corner is
/// arbitrary.
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

/// Returns the model's indices as indices of the file's vertices. A copy at a tangent seam has the
/// index of its original.
std::vector<uint32_t> fileIndices(const Model& model) {
    const std::vector<uint32_t> ofFile = test::fileVertices(model);
    std::vector<uint32_t> fileIndex(model.geometry.vertexCount());
    for (uint32_t v = 0; v < ofFile.size(); ++v) fileIndex[ofFile[v]] = v;
    for (const Primitive& primitive : model.primitives) {
        const std::vector<uint32_t>& copies = primitive.tangentCopies;
        const size_t end = primitive.firstVertex + primitive.vertexCount;
        for (size_t c = 0; c < copies.size(); ++c) {
            fileIndex[end - copies.size() + c] = fileIndex[primitive.firstVertex + copies[c]];
        }
    }
    std::vector<uint32_t> indices;
    for (const uint32_t index : model.geometry.indices) indices.push_back(fileIndex[index]);
    return indices;
}

void expectTriangles(const nlohmann::json& expected, const Model& model) {
    std::vector<uint32_t> corners;
    for (const auto& triangle : expected) {
        for (const auto& corner : triangle) corners.push_back(corner.get<uint32_t>());
    }
    EXPECT_EQ(turned(fileIndices(model)), turned(corners));
}

/// Expects that the members of `expected` are in `actual`, which may have more. Numbers agree to
/// 1e-6.
void expectLike(const nlohmann::json& expected, const nlohmann::json& actual,
                const std::string& path) {
    if (expected.is_object() && actual.is_object()) {
        for (const auto& [key, value] : expected.items()) {
            ASSERT_TRUE(actual.contains(key)) << path << '.' << key;
            expectLike(value, actual.at(key), path + '.' + key);
        }
    } else if (expected.is_array() && actual.is_array()) {
        ASSERT_EQ(expected.size(), actual.size()) << path;
        for (size_t i = 0; i < expected.size(); ++i) {
            expectLike(expected[i], actual[i], path + '[' + std::to_string(i) + ']');
        }
    } else if (expected.is_number() && actual.is_number()) {
        EXPECT_NEAR(expected.get<double>(), actual.get<double>(), 1e-6) << path;
    } else {
        EXPECT_EQ(expected, actual) << path;
    }
}

template <typename Vector>
nlohmann::json rows(const std::vector<Vector>& values) {
    nlohmann::json out = nlohmann::json::array();
    for (const Vector& v : values) {
        nlohmann::json& row = out.emplace_back(nlohmann::json::array());
        for (int c = 0; c < Vector::length(); ++c) row.push_back(v[c]);
    }
    return out;
}

/// Returns the image coordinates of (0, 0), (1, 0) and (0, 1) of the texture's uv set.
nlohmann::json cornersOf(const Texture& texture) {
    const glm::mat3x2& m = texture.imageFromUv;
    return rows<glm::vec2>(
        {m * glm::vec3(0, 0, 1), m * glm::vec3(1, 0, 1), m * glm::vec3(0, 1, 1)});
}

nlohmann::json textureJson(const Texture& texture) {
    if (!texture) return nullptr;
    constexpr const char* kWraps[] = {"repeat", "mirror", "clamp"};
    constexpr const char* kFilters[] = {"nearest", "linear"};
    constexpr const char* kMipmaps[] = {"none", "nearest", "linear"};
    return {{"image", texture.image},
            {"uvSet", texture.uvSet},
            {"wrapU", kWraps[static_cast<size_t>(texture.wrapU)]},
            {"wrapV", kWraps[static_cast<size_t>(texture.wrapV)]},
            {"magnified", kFilters[static_cast<size_t>(texture.magnified)]},
            {"minified", kFilters[static_cast<size_t>(texture.minified)]},
            {"mipmaps", kMipmaps[static_cast<size_t>(texture.mipmaps)]},
            {"corners", cornersOf(texture)}};
}

nlohmann::json materialJson(const Material& material) {
    constexpr const char* kAlphas[] = {"opaque", "mask", "blend"};
    return {{"name", material.name},
            {"baseColor", rows<glm::vec4>({material.baseColor})[0]},
            {"metallic", material.metallic},
            {"roughness", material.roughness},
            {"normalScale", material.normalScale},
            {"occlusionStrength", material.occlusionStrength},
            {"emissive", rows<glm::vec3>({material.emissive})[0]},
            {"alpha", kAlphas[static_cast<size_t>(material.alpha)]},
            {"alphaCutoff", material.alphaCutoff},
            {"doubleSided", material.doubleSided},
            {"unlit", material.unlit},
            {"baseColorTexture", textureJson(material.baseColorTexture)},
            {"metallicRoughnessTexture", textureJson(material.metallicRoughnessTexture)},
            {"normalTexture", textureJson(material.normalTexture)},
            {"occlusionTexture", textureJson(material.occlusionTexture)},
            {"emissiveTexture", textureJson(material.emissiveTexture)}};
}

void expectImages(const nlohmann::json& expected, const std::vector<Image>& images) {
    ASSERT_EQ(images.size(), expected.size());
    for (size_t i = 0; i < images.size(); ++i) {
        EXPECT_EQ(images[i].width, expected[i].at("width").get<uint32_t>());
        EXPECT_EQ(images[i].height, expected[i].at("height").get<uint32_t>());
        const auto bytes = expected[i].at("rgba").get<std::vector<int>>();
        ASSERT_EQ(images[i].rgba.size(), bytes.size());
        for (size_t b = 0; b < bytes.size(); ++b) {
            EXPECT_NEAR(images[i].rgba[b], bytes[b], expected[i].at("tolerance").get<int>())
                << "byte " << b;
        }
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
    EXPECT_EQ(test::fileVertices(model).size(), expected.at("vertices").get<size_t>());
    EXPECT_EQ(model.skeleton.size(), expected.at("joints").get<uint32_t>());
    EXPECT_EQ(model.binds.size(), expected.at("binds").get<size_t>());
    EXPECT_EQ(mostInfluencesOf(model.geometry), expected.at("mostInfluences").get<size_t>());
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
    if (expected.contains("triangles")) expectTriangles(expected.at("triangles"), model);
}

TEST_P(Torture, SurfacesAreThoseOfTheFile) {
    const nlohmann::json expected = test::readTortureFile(GetParam()).expected;
    const Model model = importGltf(GetParam());
    if (expected.contains("uvSets")) {
        nlohmann::json sets = nlohmann::json::array();
        for (const auto& uvs : model.geometry.uvSets) sets.push_back(rows(uvs));
        expectLike(expected.at("uvSets"), sets, "uvSets");
    }
    expectLike(expected.value("colors", nlohmann::json::array()), rows(model.geometry.colors),
               "colors");
    ASSERT_GE(model.materials.size(), expected.value("materials", nlohmann::json::array()).size());
    for (size_t m = 0; expected.contains("materials") && m < expected.at("materials").size(); ++m) {
        expectLike(expected.at("materials")[m], materialJson(model.materials[m]),
                   "materials[" + std::to_string(m) + "]");
    }
    if (expected.contains("images")) expectImages(expected.at("images"), model.images);
}

INSTANTIATE_TEST_SUITE_P(Files, Torture, testing::ValuesIn(test::modelsIn("torture")), nameOf);

class Broken : public testing::TestWithParam<fs::path> {};

TEST_P(Broken, EndsAsOneLineThatSaysWhatWhereAndWhatToTry) {
    fs::path expected = GetParam();
    std::ifstream in(expected.replace_extension(".expected.txt"));
    std::string line;
    ASSERT_TRUE(std::getline(in, line)) << expected;
    const std::string message = test::errorOf([] { importGltf(GetParam()); });
    line = GetParam().string() + ": " + line;
    const size_t any = line.find('*');  // * matches any text
    if (any == std::string::npos) {
        EXPECT_EQ(message, line);
    } else {
        EXPECT_THAT(message, AllOf(StartsWith(line.substr(0, any)), EndsWith(line.substr(any + 1)),
                                   Not(HasSubstr("\n"))));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, Broken, testing::ValuesIn(test::modelsIn("broken")), nameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Broken);

}  // namespace
}  // namespace sinew
