// Tangents agree with the published MikkTSpace implementation. Corners of a vertex share a tangent
// if and only if they share it there.
#include "skinning/gltf/mesh/tangent_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include "skinning/gltf/mesh/seam.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct Mesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec2> uvs;
    std::vector<uint32_t> triangles;

    std::vector<glm::vec4> tangents() const {
        std::vector<glm::vec4> out(triangles.size());
        gltf::generateCornerTangents(positions, normals, uvs, triangles, out);
        return out;
    }
    /// Returns the same mesh in which each triangle has vertices of its own.
    Mesh unshared() const {
        Mesh out;
        for (const uint32_t v : triangles) {
            out.triangles.push_back(static_cast<uint32_t>(out.positions.size()));
            out.positions.push_back(positions[v]);
            out.normals.push_back(normals[v]);
            out.uvs.push_back(uvs[v]);
        }
        return out;
    }
};

template <typename Vector>
std::vector<Vector> vectors(const nlohmann::json& rows) {
    std::vector<Vector> out;
    for (const auto& row : rows) {
        Vector& v = out.emplace_back();
        for (int c = 0; c < Vector::length(); ++c) v[c] = row.at(static_cast<size_t>(c));
    }
    return out;
}

/// Expected tangents of mikktspace 1.1.1, the published implementation in WebAssembly. Its input
/// had one vertex per corner. w was negated, as glTF exporters do.
struct ExpectedTangents {
    Mesh mesh;
    std::vector<glm::vec4> tangents;

    explicit ExpectedTangents(const fs::path& file) {
        const nlohmann::json json = nlohmann::json::parse(std::ifstream(file));
        mesh.positions = vectors<glm::vec3>(json.at("positions"));
        mesh.normals = vectors<glm::vec3>(json.at("normals"));
        mesh.uvs = vectors<glm::vec2>(json.at("uvs"));
        for (const glm::uvec3& t : vectors<glm::uvec3>(json.at("triangles"))) {
            mesh.triangles.insert(mesh.triangles.end(), {t.x, t.y, t.z});
        }
        tangents = vectors<glm::vec4>(json.at("cornerTangents"));
    }
};

fs::path dataFolder() {
    return fs::path(SINEW_SOURCE_DIR) / "tests/unit/gltf/tangents";
}

TEST(TangentSpace, MatchesThePublishedImplementationAtEveryCorner) {
    size_t meshes = 0;
    for (const auto& entry : fs::directory_iterator(dataFolder())) {
        SCOPED_TRACE(entry.path().filename().string());
        const ExpectedTangents expected(entry.path());
        const std::vector<glm::vec4> tangents = expected.mesh.tangents();
        ASSERT_EQ(tangents.size(), expected.tangents.size());
        for (size_t c = 0; c < tangents.size(); ++c) {
            EXPECT_LE(test::degreesBetween(glm::dvec3(tangents[c]), expected.tangents[c]), 0.01)
                << "corner " << c;
            EXPECT_EQ(tangents[c].w, expected.tangents[c].w) << "corner " << c;
        }
        ++meshes;
    }
    EXPECT_EQ(meshes, 7u);
}

TEST(TangentSpace, ItDoesNotMatterWhichVerticesTheFileShares) {
    const Mesh mesh = ExpectedTangents(dataFolder() / "mirrored_seam.json").mesh;
    EXPECT_EQ(mesh.tangents(), mesh.unshared().tangents());
}

TEST(TangentSpace, TangentsHaveUnitLengthWhateverTheMesh) {
    constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    const std::vector<glm::vec3> up(3, glm::vec3(0, 0, 1));
    const std::vector<glm::vec2> uvs = {{0, 0}, {1, 0}, {0, 1}};
    const Mesh meshes[] = {
        {{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}, up, uvs, {0, 1, 2}},  // parallel to the normal
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, up, uvs, {0, 1, 2}},  // no area
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, up, uvs, {0, 1, 2, 0, 1, 2, 0, 2, 1}},
        {{{0, 0, 0}, {1e38f, 0, 0}, {0, 1e38f, 0}}, up, uvs, {0, 1, 2}},
        {{{0, 0, 0}, {1e-40f, 0, 0}, {0, 1e-40f, 0}}, up, uvs, {0, 1, 2}},
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, up, {{0, 0}, {1e38f, 0}, {0, 1e38f}}, {0, 1, 2}},
        {{{0, 0, 0}, {1, 0, 0}, {0, kNotANumber, 0}}, up, uvs, {0, 1, 2}},
        {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, up, {{0, 0}, {1, 0}, {0, kNotANumber}}, {0, 1, 2}},
        {{}, {}, {}, {}},
    };
    for (const Mesh& mesh : meshes) {
        for (const glm::vec4& tangent : mesh.tangents()) {
            EXPECT_NEAR(glm::length(glm::vec3(tangent)), 1.0f, 1e-6f) << &mesh - meshes;
            EXPECT_EQ(std::abs(tangent.w), 1.0f);
        }
    }
}

TEST(TangentSpace, ANegativeZeroIsTheSamePosition) {
    // A square of two triangles without shared vertices. Their uvs are rotated differently.
    Mesh mesh{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
              .normals = std::vector<glm::vec3>(6, glm::vec3(0, 0, 1)),
              .uvs = {{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 2}, {0, 1}},
              .triangles = {0, 1, 2, 3, 4, 5}};
    const std::vector<glm::vec4> tangents = mesh.tangents();
    EXPECT_EQ(tangents[1], tangents[3]);
    EXPECT_NE(tangents[0], tangents[4]);
    for (size_t v = 3; v < 6; ++v) mesh.positions[v].z = -0.0f;
    EXPECT_EQ(mesh.tangents(), tangents);
}

using testing::ElementsAre;

TEST(Seam, CornersShareAVertexWhoseTangentIsTheirsAndHasTheirSign) {
    const glm::vec4 right(1, 0, 0, 1), mirrored(1, 0, 0, -1), up(0, 1, 0, 1);
    const std::vector<glm::vec4> ofCorners = {right, mirrored, up, mirrored, right, up};
    std::vector<uint32_t> corners = {0, 0, 0, 0, 0, 1};
    std::vector<glm::vec4> tangents(2), copies;
    EXPECT_THAT(gltf::shareTangents(ofCorners, corners, tangents, copies), ElementsAre(0, 0));
    EXPECT_THAT(corners, ElementsAre(0, 2, 3, 2, 0, 1));
    EXPECT_THAT(tangents, ElementsAre(right, up));
    EXPECT_THAT(copies, ElementsAre(mirrored, up));
}

}  // namespace
}  // namespace sinew
