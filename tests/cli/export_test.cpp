// sinew-cli export against the vertices that two independent evaluators computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <glm/glm.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/cli/program.h"
#include "tests/cli/shared_models.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

struct Ply {
    std::string header;
    size_t vertexCount = 0;
    size_t faceCount = 0;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<std::array<int32_t, 3>> faces;
    size_t bytesLeft = 0;
};

Ply readPly(const fs::path& file) {
    const std::string bytes = readFile(file);
    const std::string end = "end_header\n";
    const size_t start = bytes.find(end) + end.size();
    Ply ply{.header = bytes.substr(0, start)};
    std::istringstream lines(ply.header);
    for (std::string line; std::getline(lines, line);) {
        std::sscanf(line.c_str(), "element vertex %zu", &ply.vertexCount);
        std::sscanf(line.c_str(), "element face %zu", &ply.faceCount);
    }
    const char* at = bytes.data() + start;
    const bool hasNormals = ply.header.find("property float nx\n") != std::string::npos;
    for (size_t v = 0; v < ply.vertexCount; ++v, at += hasNormals ? 24 : 12) {
        std::memcpy(&ply.positions.emplace_back(), at, 12);
        glm::vec3& normal = ply.normals.emplace_back(0.0f);
        if (hasNormals) std::memcpy(&normal, at + 12, 12);
    }
    for (size_t f = 0; f < ply.faceCount; ++f, at += 13) {
        EXPECT_EQ(*at, 3);
        std::memcpy(&ply.faces.emplace_back(), at + 1, 12);
    }
    ply.bytesLeft = static_cast<size_t>(bytes.data() + bytes.size() - at);
    return ply;
}

/// Positions and normals of all primitives, one after the other; format: the README beside them.
struct Expected {
    nlohmann::json header;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  // zero where the file has none

    explicit Expected(const fs::path& file) {
        const std::string bytes = readFile(file);
        uint32_t headerBytes = 0;
        std::memcpy(&headerBytes, bytes.data() + 4, 4);
        header = nlohmann::json::parse(bytes.substr(8, headerBytes));
        const char* arrays = bytes.data() + 8 + headerBytes;
        for (const auto& primitive : header.at("prims")) {
            const size_t first = positions.size();
            const size_t count = primitive.at("vertexCount");
            positions.resize(first + count);
            normals.resize(first + count, glm::vec3(0.0f));
            std::memcpy(&positions[first], arrays + primitive.at("positions").get<size_t>(),
                        count * 12);
            if (primitive.at("normals").is_null()) continue;
            std::memcpy(&normals[first], arrays + primitive.at("normals").get<size_t>(),
                        count * 12);
        }
    }

    std::string arguments() const {
        std::ostringstream text;
        text.precision(17);
        const auto& clip = header.at("clip");
        if (clip.is_number() && clip.get<int>() >= 0) {
            text << " --clip " << clip << " --time " << header.at("time").get<double>();
        }
        return text.str();
    }
};

void expectEqual(const Ply& ply, const Expected& expected) {
    ASSERT_EQ(ply.positions.size(), expected.positions.size());
    glm::vec3 low(INFINITY), high(-INFINITY);
    for (const glm::vec3& p : expected.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    const double extent = glm::length(glm::dvec3(high) - glm::dvec3(low));
    double position = 0, degrees = 0;
    for (size_t v = 0; v < ply.positions.size(); ++v) {
        const double distance =
            glm::length(glm::dvec3(ply.positions[v]) - glm::dvec3(expected.positions[v]));
        ASSERT_TRUE(std::isfinite(distance)) << "vertex " << v;
        position = std::max(position, distance / extent);
        const glm::dvec3 a(ply.normals[v]), b(expected.normals[v]);
        if (b == glm::dvec3(0.0)) continue;
        const double angle = std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
        ASSERT_TRUE(std::isfinite(angle)) << "vertex " << v;
        degrees = std::max(degrees, glm::degrees(angle));
    }
    EXPECT_LE(position, 1e-5);
    EXPECT_LE(degrees, 0.05);
}

/// The expected files of a shared model, by name.
std::vector<fs::path> expectedFiles(const fs::path& model) {
    std::vector<fs::path> files;
    const fs::path folder = sharedFolder() / "expected" / model.parent_path().filename();
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".bin") continue;
        const Expected expected(entry.path());
        if (expected.header.at("source").get<std::string>() == model.filename())
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

void exportAndCompare(const fs::path& model, const fs::path& expectedFile,
                      const std::string& method) {
    SCOPED_TRACE(expectedFile.filename().string() + " by " + method);
    const TemporaryFolder folder;
    const Expected expected(expectedFile);
    const Outcome run = runCli("export " + model.string() + expected.arguments() + " --method " +
                               method + " -o " + (folder / "a.ply").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    expectEqual(readPly(folder / "a.ply"), expected);
}

/// A quad that a joint moves by `scale`, with or without normals, as OBJ.
std::string exportedQuad(const nlohmann::json& scale, bool hasNormals) {
    const TemporaryFolder folder;
    Gltf gltf;
    gltf.add("nodes", {{"mesh", 0}, {"scale", scale}});
    gltf.add("meshes", {{"primitives", {{{"attributes", {}}}}}});
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    if (hasNormals) gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    writeFile(folder / "quad.gltf", textOf(gltf));
    const Outcome run = runCli("export " + (folder / "quad.gltf").string() +
                               " --method reference -o " + (folder / "quad.OBJ").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    return readFile(folder / "quad.OBJ");
}

TEST(CliExport, TrianglesThatAMatrixMirrorsAreWoundLikeTheirNormals) {
    EXPECT_THAT(exportedQuad({1, 1, 1}, true), testing::HasSubstr("f 1//1 2//2 3//3\n"));
    EXPECT_THAT(exportedQuad({-1, 1, 1}, true), testing::HasSubstr("f 1//1 3//3 2//2\n"));
}

TEST(CliExport, WithoutNormalsInTheFileNoneAreWritten) {
    const std::string text = exportedQuad({1, 1, 1}, false);
    EXPECT_THAT(text, testing::HasSubstr("f 1 2 3\n"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("vn")));
}

TEST(CliExport, EveryMethodShowsTheSameMomentAtTheEndOfAClip) {
    const TemporaryFolder folder;
    Gltf gltf;
    gltf.add("nodes", {{"mesh", 0}});
    gltf.add("meshes", {{"primitives", {{{"attributes", {}}}}}});
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.channel(0, "translation", gltf.times({0, 0.5083f}), gltf.vec3({0, 0, 0, 8, 0, 0}));
    writeFile(folder / "slide.gltf", textOf(gltf));
    for (const char* time : {"0.5083", "end"}) {
        for (const char* method : {"reference", "cpu"}) {
            const Outcome run =
                runCli("export " + (folder / "slide.gltf").string() + " --clip 0 --time " + time +
                       " --method " + method + " -o " + (folder / "a.obj").string());
            EXPECT_EQ(run.exitCode, 0) << run.error;
            EXPECT_THAT(readFile(folder / "a.obj"), testing::HasSubstr("v 8 0 0\n"))
                << method << " at " << time;
        }
    }
}

TEST(GpuCliExport, PlyHoldsVerticesInFileOrderAndTheTriangles) {
    const TemporaryFolder folder;
    const std::string model = shipped("mannequin.glb").string();
    const Outcome run =
        runCli("export " + model + " --clip dance --time 1 -o " + (folder / "a.ply").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const Ply ply = readPly(folder / "a.ply");
    const auto facts = nlohmann::json::parse(runCli("inspect --json " + model).out);
    EXPECT_EQ(ply.header.rfind("ply\nformat binary_little_endian 1.0\n", 0), 0u);
    EXPECT_NE(ply.header.find("property float x\nproperty float y\nproperty float z\n"
                              "property float nx\nproperty float ny\nproperty float nz\n"),
              std::string::npos);
    EXPECT_NE(ply.header.find("property list uchar int vertex_indices\n"), std::string::npos);
    EXPECT_EQ(ply.vertexCount, facts.at("vertices"));
    EXPECT_EQ(ply.faceCount, facts.at("triangles"));
    EXPECT_EQ(ply.bytesLeft, 0u);
    for (const auto& face : ply.faces) {
        for (const int32_t index : face) {
            ASSERT_GE(index, 0);
            ASSERT_LT(static_cast<size_t>(index), ply.vertexCount);
        }
    }
    for (const glm::vec3& normal : ply.normals) ASSERT_NEAR(glm::length(normal), 1.0f, 1e-4f);
}

TEST(GpuCliExport, ALevelOfDetailIsWhatInspectTellsOfIt) {
    const TemporaryFolder folder;
    const std::string model = shipped("mannequin_low.glb").string();
    const auto facts = nlohmann::json::parse(runCli("inspect --json --levels " + model).out);
    const auto& levels = facts.at("levels").at("coarser");
    ASSERT_GE(levels.size(), 2u);
    const std::string arguments = model + " --method reference -o " + (folder / "a.ply").string();
    ASSERT_EQ(runCli("export " + arguments + " --level 2").exitCode, 0);
    const Ply ply = readPly(folder / "a.ply");
    EXPECT_EQ(ply.faceCount, levels[1].at("triangles"));
    EXPECT_LE(ply.vertexCount, levels[1].at("vertices"));
    EXPECT_LT(ply.vertexCount, facts.at("vertices"));
    EXPECT_GT(levels[1].at("error"), levels[0].at("error"));
    const Outcome none = runCli("export " + arguments + " --level 7");
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.error.find("no level of detail 7"), std::string::npos) << none.error;
}

// The reference is held against every expected file by tests/unit/expected_test.cpp, each method
// against the reference by tests/gpu. One pose per further method shows that export asks the named
// method.
TEST(GpuCliExport, SharedPosesAreAsExpected) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const fs::path& model : fewSharedModels()) {
        const std::vector<fs::path> files = expectedFiles(model);
        ASSERT_FALSE(files.empty()) << model;
        for (const fs::path& file : files) exportAndCompare(model, file, "compute");
        for (const char* method : {"vertex", "cpu", "reference"}) {
            exportAndCompare(model, files.back(), method);
        }
    }
}

}  // namespace
}  // namespace sinew::test
