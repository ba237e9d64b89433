// Every model in SINEW_MODELS against the vertices that two independent evaluators computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "tests/model_files.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

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
                ASSERT_EQ((*tangents)[i].w, static_cast<float>(posed.tangents[v].w));
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

/// Errors of `pose(model, clip, seconds)` in every file, each within `most`.
template <typename Pose>
void expectWithin(const Errors& most, const Pose& pose) {
    const std::vector<fs::path> files = expectedFiles();
    ASSERT_FALSE(files.empty());
    for (const fs::path& file : files) {
        SCOPED_TRACE(file.filename().string());
        const Expected expected(file);
        const Model model = importFor(expected, file);
        const uint32_t clip = clipOf(expected);
        const double time = expected.header.at("time").get<double>();
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

TEST(Expected, EverySharedModelImportsAndHasExpectedVertices) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const fs::path& file : test::sharedModels()) {
        EXPECT_NO_THROW({
            const Model model = importGltf(file);
            EXPECT_GT(model.geometry.vertexCount(), 0u) << file;
        });
    }
    EXPECT_GE(test::sharedModels().size(), 31u);
}

}  // namespace
}  // namespace sinew
