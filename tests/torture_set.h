// Reads the torture set, small glTF files with known content. The build writes it with
// tests/torture.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "skinning/animation/crowd.h"
#include "skinning/model.h"
#include "tests/model_files.h"

namespace sinew::test {

/// One pose of a file, computed by hand. Normals and tangents are empty if they are not compared.
struct TorturePose {
    uint32_t clip = kRestPose;
    double timeSeconds = 0;
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;
    std::vector<glm::dvec4> tangents;
};

struct TortureFile {
    std::filesystem::path file;
    nlohmann::json expected;
    std::vector<TorturePose> poses;
};

inline std::filesystem::path dataFolder() {
    return SINEW_TEST_MODELS;
}

/// Returns the models of `folder`, "torture" or "broken", sorted. Throws std::runtime_error if some
/// are missing.
inline std::vector<std::filesystem::path> modelsIn(const char* folder) {
    const std::vector<std::filesystem::path> files = modelsBelow(dataFolder() / folder);
    const size_t known = std::string(folder) == "broken" ? 198 : 182;
    if (files.size() < known) {
        throw std::runtime_error((dataFolder() / folder).string() + " has " +
                                 std::to_string(files.size()) + " models of " +
                                 std::to_string(known));
    }
    return files;
}

inline TortureFile readTortureFile(const std::filesystem::path& file) {
    std::filesystem::path beside = file;
    std::ifstream in(beside.replace_extension(".expected.json"));
    TortureFile out{.file = file, .expected = nlohmann::json::parse(in), .poses = {}};
    for (const auto& pose : out.expected.at("poses")) {
        TorturePose& to = out.poses.emplace_back();
        if (!pose.at("clip").is_null()) to.clip = pose.at("clip").get<uint32_t>();
        to.timeSeconds = pose.at("timeSeconds").get<double>();
        for (const auto& v : pose.at("positions")) to.positions.emplace_back(v[0], v[1], v[2]);
        for (const auto& v : pose.value("normals", nlohmann::json::array())) {
            to.normals.emplace_back(v[0], v[1], v[2]);
        }
        for (const auto& v : pose.value("tangents", nlohmann::json::array())) {
            to.tangents.emplace_back(v[0], v[1], v[2], v[3]);
        }
    }
    return out;
}

/// Returns the indices of those vertices of `model` that are in the file: all but the copies at
/// tangent seams.
inline std::vector<uint32_t> fileVertices(const Model& model) {
    std::vector<uint32_t> out;
    for (const Primitive& primitive : model.primitives) {
        const size_t count = primitive.vertexCount - primitive.tangentCopies.size();
        for (uint32_t v = 0; v < count; ++v) out.push_back(primitive.firstVertex + v);
    }
    return out;
}

/// Expects that `vertices` agrees with `pose`: positions to 1e-5 of the pose's extent, directions
/// to 0.05 degrees, all finite. `vertices` has `model`'s positions, normals and tangents, in any
/// precision.
template <typename Vertices>
void expectPose(const Model& model, const TorturePose& pose, const Vertices& vertices) {
    SCOPED_TRACE(pose.clip == kRestPose ? "rest pose"
                                        : "clip " + std::to_string(pose.clip) + " at " +
                                              std::to_string(pose.timeSeconds) + " s");
    const std::vector<uint32_t> ofFile = fileVertices(model);
    ASSERT_EQ(ofFile.size(), pose.positions.size());
    ASSERT_EQ(vertices.positions.size(), model.geometry.vertexCount());
    glm::dvec3 low = pose.positions[0], high = low;
    for (const glm::dvec3& p : pose.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    // If the pose is one point, its extent counts as 1 m.
    const double extent = low == high ? 1.0 : glm::length(high - low);
    const auto degrees = [](const glm::dvec3& a, const glm::dvec3& b) {
        return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
    };
    const auto text = [](const auto& v) {
        return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
               ")";
    };
    for (size_t v = 0; v < pose.positions.size(); ++v) {
        const glm::dvec3 position(vertices.positions[ofFile[v]]);
        const glm::dvec3 normal(vertices.normals[ofFile[v]]);
        const glm::dvec4 tangent(vertices.tangents[ofFile[v]]);
        EXPECT_LE(glm::length(position - pose.positions[v]), 1e-5 * extent)
            << "vertex " << v << " is at " << text(position) << " and belongs at "
            << text(pose.positions[v]);
        EXPECT_NEAR(glm::length(normal), 1.0, 1e-3) << "normal " << v;
        EXPECT_NEAR(glm::length(glm::dvec3(tangent)), 1.0, 1e-3) << "tangent " << v;
        if (!pose.normals.empty()) {
            EXPECT_LE(degrees(normal, pose.normals[v]), 0.05)
                << "normal " << v << " is " << text(normal) << " and not " << text(pose.normals[v]);
        }
        if (!pose.tangents.empty()) {
            EXPECT_LE(degrees(glm::dvec3(tangent), glm::dvec3(pose.tangents[v])), 0.05)
                << "tangent " << v << " is " << text(tangent) << " and not "
                << text(pose.tangents[v]);
            EXPECT_EQ(tangent.w, pose.tangents[v].w) << "tangent " << v;
        }
    }
}

}  // namespace sinew::test
