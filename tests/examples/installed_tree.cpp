#include "tests/examples/installed_tree.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <sstream>
#include <vector>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"

namespace sinew::test {

namespace fs = std::filesystem;

namespace {

struct TemporaryTree {
    fs::path path = fs::temp_directory_path() / ("sinew-installed-" + std::to_string(getpid()));
    ~TemporaryTree() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

/// Configures a folder, which takes little time if nothing has changed, and builds it.
void configureAndBuild(const fs::path& folder, const std::string& options) {
    const Outcome run =
        runShell("set -e; cd '" + folder.string() + "'; '" SINEW_CMAKE "' -G Ninja -S . -B build " +
                 options + "; '" SINEW_CMAKE "' --build build");
    ASSERT_EQ(run.exitCode, 0) << run.out << run.error;
}

}  // namespace

const fs::path& InstalledTree::tree() {
    static const TemporaryTree tree;
    return tree.path;
}

void InstalledTree::SetUpTestSuite() {
    if (fs::exists(tree())) return;
    const Outcome run = runShell("'" SINEW_CMAKE "' --install '" SINEW_BUILD_DIR
                                 "' --component development --prefix '" +
                                 (tree() / "prefix").string() + "'");
    ASSERT_EQ(run.exitCode, 0) << run.out << run.error;
}

void InstalledTree::build(const std::string& folder) {
    const fs::path copy = tree() / fs::path(folder).filename();
    if (fs::exists(copy)) return configureAndBuild(copy, "");
    fs::copy(fs::path(SINEW_SOURCE_DIR) / folder, copy, fs::copy_options::recursive);
    fs::copy(fs::path(SINEW_SOURCE_DIR) / "examples/common", tree() / "common",
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    // The build type is empty, because compiling without optimisation takes less time.
    configureAndBuild(copy, "-DCMAKE_BUILD_TYPE= -DCMAKE_CXX_FLAGS='" SINEW_CXX_FLAGS
                            "' -DCMAKE_PREFIX_PATH='" +
                                (tree() / "prefix").string() + "'");
}

void InstalledTree::buildChanged(const std::string& folder) {
    configureAndBuild(tree() / fs::path(folder).filename(),
                      "-DCMAKE_CXX_FLAGS='" SINEW_CXX_FLAGS " -include " SINEW_PRECOMPILED "'");
}

std::string InstalledTree::commandOf(const std::string& example) {
    std::string command = "'" + (tree() / example / "build" / programName(example)).string() + "'";
    if (sourceText("examples/" + example + "/main.cpp").find("importGltf") != std::string::npos) {
        command += " " + shipped("mannequin.glb").string();
    }
    return command;
}

void InstalledTree::run(const std::string& example, const std::string& arguments) {
    const Outcome run = runValidated(
        "'" + (tree() / example / "build" / programName(example)).string() + "' " + arguments);
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.out, "");
}

std::string programName(const std::string& example) {
    return example.substr(example.find('-') + 1);
}

std::string sourceText(const std::string& file) {
    return readFile(fs::path(SINEW_SOURCE_DIR) / file);
}

long lineCount(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

Outcome runValidated(const std::string& command) {
    return runShell(
        "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation VK_KHRONOS_VALIDATION_VALIDATE_SYNC=1 "
        "VK_KHRONOS_VALIDATION_SYNCVAL_SHADER_ACCESSES_HEURISTIC=true "
        "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT " +
        command);
}

Corners readObj(const fs::path& file) {
    std::vector<glm::dvec3> positions, normals;
    Corners corners;
    std::istringstream lines(readFile(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "v" || what == "vn") {
            glm::dvec3 v;
            words >> v.x >> v.y >> v.z;
            (what == "v" ? positions : normals).push_back(v);
        } else if (what == "f") {
            for (std::string corner; words >> corner;) {
                corners.positions.push_back(positions.at(std::stoul(corner) - 1));
                corners.normals.push_back(
                    normals.at(std::stoul(corner.substr(corner.find("//") + 2)) - 1));
            }
        }
    }
    return corners;
}

Corners exported(const fs::path& model, const std::string& moment) {
    const TemporaryFolder folder;
    const Outcome run = runCli("export " + model.string() + " --method reference " + moment +
                               " -o " + (folder / "a.obj").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    return readObj(folder / "a.obj");
}

Corners readVertices(const fs::path& file, const Model& model) {
    const std::string bytes = readFile(file);
    std::vector<gpu::PackedVertex> vertices(model.geometry.vertexCount());
    EXPECT_EQ(bytes.size(), vertices.size() * sizeof(vertices[0]));
    std::memcpy(vertices.data(), bytes.data(),
                std::min(bytes.size(), vertices.size() * sizeof(vertices[0])));
    Corners corners;
    for (const uint32_t index : model.geometry.indices) {
        const gpu::PackedVertex& v = vertices[index];
        corners.positions.emplace_back(v.x, v.y, v.z);
        corners.normals.emplace_back(gpu::unpackUnit(v.normal));
    }
    return corners;
}

Box posedBox(const Model& model, float timeSeconds) {
    Pose pose = restPose(model);
    ClipSampler(model.clips[0]).sample(timeSeconds, pose);
    std::vector<gpu::Affine> joints(model.skeleton.size()), palette(model.binds.size());
    poseSkeleton(model.skeleton, pose, joints);
    computePalette(model.binds, joints, palette);
    return posedBounds(makeBindBoxes(model), palette, {});
}

Difference between(const Corners& a, const Corners& b) {
    EXPECT_EQ(a.positions.size(), b.positions.size());
    EXPECT_GT(a.positions.size(), 0u);
    glm::dvec3 low(INFINITY), high(-INFINITY);
    for (const glm::dvec3& p : b.positions) {
        low = glm::min(low, p);
        high = glm::max(high, p);
    }
    Difference worst;
    for (size_t i = 0; i < std::min(a.positions.size(), b.positions.size()); ++i) {
        const double distance =
            glm::length(a.positions[i] - b.positions[i]) / glm::length(high - low);
        const double angle =
            glm::degrees(std::atan2(glm::length(glm::cross(a.normals[i], b.normals[i])),
                                    glm::dot(a.normals[i], b.normals[i])));
        if (!(distance <= worst.position)) worst.position = distance;
        if (!(angle <= worst.degrees)) worst.degrees = angle;
    }
    return worst;
}

}  // namespace sinew::test
