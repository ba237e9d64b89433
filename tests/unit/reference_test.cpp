// The double-precision reference agrees with hand-computed values, and for every model in
// SINEW_MODELS with two independent evaluators.
#include "skinning/reference/reference.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "skinning/gltf/import.h"
#include "skinning/settings.h"
#include "tests/keyed.h"
#include "tests/model_files.h"
#include "tests/unit/posed.h"
#include "tests/unit/vertices.h"

namespace sinew {
namespace {

// Returns a model of one vertex at (1, 2, 0) on two joints. Its normal is (1, 1, 0) / sqrt(2), its
// tangent (1, -1, 0) / sqrt(2).
Model oneVertex(const std::vector<Influence>& influences) {
    const float h = std::sqrt(0.5f);
    Model model;
    model.skeleton.names = {"a", "b"};
    model.skeleton.parents = {kNoParent, kNoParent};
    model.skeleton.rest.resize(2);
    model.binds = {{.joint = 0}, {.joint = 1}};
    test::addVertex(model.geometry, {1, 2, 0}, influences, {h, h, 0}, {h, -h, 0, -1});
    return model;
}

void expectDirection(const glm::dvec3& actual, const glm::dvec3& expected) {
    EXPECT_NEAR(glm::length(actual), 1, 1e-12);
    EXPECT_LT(test::degreesBetween(actual, expected), 1e-5)
        << actual.x << " " << actual.y << " " << actual.z;
}

/// Returns a clip with one key of each property for joint 0.
Clip holding(const glm::vec3& translation, const glm::vec4& rotation, const glm::vec3& scale) {
    using Path = Channel::Path;
    Clip clip;
    test::addKeys(clip, {}, {0}, {translation.x, translation.y, translation.z});
    test::addKeys(clip, {.path = Path::rotation}, {0},
                  {rotation.x, rotation.y, rotation.z, rotation.w});
    test::addKeys(clip, {.path = Path::scale}, {0}, {scale.x, scale.y, scale.z});
    return clip;
}

// Clip 1 turns by 90 degrees about z. Of the two quaternions of this rotation, it has the one
// farther from the identity.
TEST(Reference, AFadeMixesTranslationsAndScalesAndTurnsAlongTheShorterArc) {
    const float h = std::sqrt(.5f);
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    model.clips = {holding({0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}),
                   holding({8, 0, 4}, {0, 0, -h, -h}, {3, 1, 1})};
    const double half = std::atan2(.25 * double{h}, .75 + .25 * double{h});
    const double c = std::cos(2 * half), s = std::sin(2 * half);
    const ReferenceVertices out =
        referenceVertices(model, requestOf({.clip = 0}, {.clip = 1}, .25f), SkinSettings{});
    const glm::dvec3 expected(2 + 1.5 * c - 2 * s, 1.5 * s + 2 * c, 1);
    EXPECT_LT(glm::distance(out.positions[0], expected), 1e-6);
    const ReferenceVertices alone =
        referenceVertices(model, requestOf({.clip = 0}, {.clip = 1}, 0), SkinSettings{});
    EXPECT_EQ(alone.positions[0], glm::dvec3(1, 2, 0));
}

TEST(Reference, SharesSayHowMuchOfADirectionIsLeft) {
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    model.skeleton.rest[0].scale = {-5, -5, -5};
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).normalShares[0], 1, 1e-6);
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).tangentShares[0], 1, 1e-6);
    // This scale has the norm of a uniform scale of 1. The tangent is in the x-y plane, so a tenth
    // of it is left.
    model.skeleton.rest[0].scale = {.1f, .1f, std::sqrt(2.98f)};
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).tangentShares[0], .1, 1e-6);
    model.skeleton.rest[0].scale = {0, 0, 0};
    EXPECT_EQ(referenceVertices(model, kRestPose, 0).normalShares[0], 0);
}

TEST(Reference, AnExplicitPaletteIsTheOneThatSkins) {
    Model model = oneVertex({{.bind = 0, .weight = .75f}, {.bind = 1, .weight = .25f}});
    model.skeleton.rest[1].translation = {8, 0, 4};
    ReferencePose pose = referencePose(model, kRestPose, 0);
    ASSERT_EQ(pose.palette.size(), 2u);
    EXPECT_EQ(pose.palette[1][3], glm::dvec4(8, 0, 4, 1));
    pose.palette[1][3] = {16, 4, 0, 1};
    EXPECT_EQ(referenceVertices(model, pose, {}).positions[0], glm::dvec3(5, 3, 0));
}

TEST(Reference, TheInfluenceLimitKeepsTheHeaviestAndTheirSum) {
    Model model = oneVertex({{.bind = 0, .weight = .75f}, {.bind = 1, .weight = .25f}});
    model.skeleton.rest[1].translation = {8, 0, 4};
    EXPECT_EQ(
        referenceVertices(model, kRestPose, 0, SkinSettings{.influenceLimit = 1}).positions[0],
        glm::dvec3(1, 2, 0));
    EXPECT_EQ(
        referenceVertices(model, kRestPose, 0, SkinSettings{.influenceLimit = 4}).positions[0],
        glm::dvec3(3, 2, 1));
}

TEST(Reference, RawAndInverseTransposeNormalsAreWhatTheyAreCalled) {
    Model model = oneVertex({{.bind = 0, .weight = .5f}, {.bind = 1, .weight = .5f}});
    model.skeleton.rest[0].scale = {2, 1, 1};
    model.skeleton.rest[1].scale = {1, 4, 1};
    const auto normal = [&](Normals normals) {
        return referenceVertices(model, kRestPose, 0, SkinSettings{.normals = normals}).normals[0];
    };
    expectDirection(normal(Normals::raw), {1.5, 2.5, 0});
    expectDirection(normal(Normals::cofactor), {1 / 1.5, 1 / 2.5, 0});
    expectDirection(normal(Normals::inverseTranspose), {.75, .625, 0});
    // The matrix has no inverse; its cofactors are 0, 1, 0.
    model.skeleton.rest[1].scale = {1, 0, 1};
    expectDirection(normal(Normals::inverseTranspose), {.25, 1, 0});
}

TEST(Reference, ExtentIsTheDiagonalOfThePosedBox) {
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    test::addVertex(model.geometry, {4, 6, 0}, {{.bind = 0, .weight = 1}});
    EXPECT_DOUBLE_EQ(referenceVertices(model, kRestPose, 0).extent, 5);
}

namespace fs = std::filesystem;

struct Expected {
    nlohmann::json header;
    std::vector<char> arrays;

    explicit Expected(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        char magic[4];
        uint32_t headerBytes = 0;
        in.read(magic, 4);
        in.read(reinterpret_cast<char*>(&headerBytes), 4);
        EXPECT_EQ(std::string(magic, 4), "SKO1") << file;
        std::string text(headerBytes, ' ');
        in.read(text.data(), headerBytes);
        header = nlohmann::json::parse(text);
        arrays.assign(std::istreambuf_iterator<char>(in), {});
    }

    template <typename Vector>
    std::optional<std::vector<Vector>> array(const nlohmann::json& primitive,
                                             const char* name) const {
        if (primitive.at(name).is_null()) return std::nullopt;
        std::vector<Vector> out(primitive.at("vertexCount").get<size_t>());
        std::memcpy(out.data(), arrays.data() + primitive.at(name).get<size_t>(),
                    out.size() * sizeof(Vector));
        return out;
    }
};

struct Errors {
    double position = 0;  // relative to the extent
    double normalDegrees = 0;
    double tangentDegrees = 0;
};

template <typename Posed>
void compare(const Expected& expected, const Model& model, const Posed& posed, double extent,
             Errors& errors) {
    const auto& primitives = expected.header.at("prims");
    ASSERT_EQ(primitives.size(), model.primitives.size());
    for (size_t p = 0; p < primitives.size(); ++p) {
        const Primitive& primitive = model.primitives[p];
        ASSERT_EQ(primitives[p].at("node").get<uint32_t>(), primitive.node);
        ASSERT_EQ(primitives[p].at("primitive").get<uint32_t>(), primitive.primitive);
        ASSERT_EQ(primitives[p].at("vertexCount").get<uint32_t>(), primitive.vertexCount);
        const auto positions = expected.array<glm::vec3>(primitives[p], "positions");
        const auto normals = expected.array<glm::vec3>(primitives[p], "normals");
        const auto tangents = expected.array<glm::vec4>(primitives[p], "tangents");
        EXPECT_EQ(normals.has_value(), primitive.hasNormals);
        EXPECT_EQ(tangents.has_value(), primitive.hasTangents);
        for (uint32_t i = 0; i < primitive.vertexCount; ++i) {
            const uint32_t v = primitive.firstVertex + i;
            const glm::dvec3 offset = glm::dvec3(posed.positions[v]) - glm::dvec3((*positions)[i]);
            errors.position = std::max(errors.position, glm::length(offset) / extent);
            if (normals) {
                errors.normalDegrees = std::max(
                    errors.normalDegrees, test::degreesBetween(posed.normals[v], (*normals)[i]));
            }
            if (tangents) {
                errors.tangentDegrees = std::max(errors.tangentDegrees,
                                                 test::degreesBetween(glm::dvec3(posed.tangents[v]),
                                                                      glm::dvec3((*tangents)[i])));
                // The expected files have the mesh's w.
                ASSERT_EQ((*tangents)[i].w, model.geometry.tangents[v].w);
            }
        }
    }
}

std::vector<fs::path> expectedFiles() {
    std::vector<fs::path> files;
    const fs::path models = test::sharedFolder();
    if (models.empty()) return files;
    for (const auto& entry : fs::recursive_directory_iterator(models / "expected")) {
        if (entry.path().extension() == ".bin") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

Model importFor(const Expected& expected, const fs::path& file) {
    return importGltf(test::sharedFolder() / file.parent_path().filename() /
                      expected.header.at("source").get<std::string>());
}

uint32_t clipOf(const Expected& expected) {
    const auto& clip = expected.header.at("clip");
    return clip.is_number() && clip.get<int>() >= 0 ? clip.get<uint32_t>() : kRestPose;
}

/// Expects that errors of `pose(model, clip, seconds)` are at most `most` for every file of
/// expected vertices.
template <typename Pose>
void expectWithin(const Errors& most, const Pose& pose) {
    const std::vector<fs::path> files = expectedFiles();
    ASSERT_GE(files.size(), 31u);
    for (const fs::path& file : files) {
        SCOPED_TRACE(file.filename().string());
        const Expected expected(file);
        const Model model = importFor(expected, file);
        const uint32_t clip = clipOf(expected);
        double time = expected.header.at("time").get<double>();
        // The files have times of the glTF file. There, a clip holds its first key from 0 s.
        if (clip != kRestPose) time = std::max(time - model.clips[clip].firstKeySeconds, 0.0);
        Errors errors;
        compare(expected, model, pose(model, clip, time),
                referenceVertices(model, clip, time).extent, errors);
        EXPECT_LE(errors.position, most.position);
        EXPECT_LE(errors.normalDegrees, most.normalDegrees);
        EXPECT_LE(errors.tangentDegrees, most.tangentDegrees);
    }
}

TEST(Expected, ReferenceMatchesWithinAMillionthOfTheExtent) {
    SKIP_WITHOUT_SHARED_MODELS();
    expectWithin({1e-6, 0.01, 0.01}, [](const Model& model, uint32_t clip, double time) {
        return referenceVertices(model, clip, time);
    });
}

TEST(Expected, FloatPathMatchesWithinTheStatedTolerance) {
    SKIP_WITHOUT_SHARED_MODELS();
    expectWithin({1e-5, 0.05, 0.05}, [](const Model& model, uint32_t clip, double time) {
        return test::poseModel(model, clip, static_cast<float>(time));
    });
}

}  // namespace
}  // namespace sinew
