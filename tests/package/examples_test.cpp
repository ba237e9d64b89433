// The examples, built with an installed package, give the same results as sinew-cli.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <regex>
#include <sstream>
#include <vector>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/gltf/import.h"
#include "tests/cli/program.h"
#include "tests/package/corners.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

/// Installs into a new folder, and configures and builds there. Removes the folder.
class ExamplesTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        tree() = fs::temp_directory_path() / ("sinew-installed-" + std::to_string(getpid()));
        fs::remove_all(tree());
        const Outcome run = runShell("'" SINEW_CMAKE "' --install '" SINEW_BUILD_DIR
                                     "' --component development --prefix '" +
                                     (tree() / "prefix").string() + "'");
        ASSERT_EQ(run.exitCode, 0) << run.out << run.error;
    }
    static void TearDownTestSuite() { fs::remove_all(tree()); }

    static fs::path& tree() {
        static fs::path path;
        return path;
    }

    /// Builds a copy of a source folder, so that it cannot use files next to the original. The
    /// build type is empty, because compiling without optimisation is faster.
    static void build(const std::string& folder) {
        const fs::path source = tree() / fs::path(folder).filename();
        fs::copy(fs::path(SINEW_SOURCE_DIR) / folder, source);
        const std::string cmake = "'" SINEW_CMAKE "'";
        const std::string prefix = (tree() / "prefix").string();
        const Outcome run = runShell("set -e; cd '" + source.string() + "'; " + cmake +
                                     " -G Ninja -S . -B build -DCMAKE_BUILD_TYPE="
                                     " -DCMAKE_CXX_FLAGS='" SINEW_CXX_FLAGS
                                     "'"
                                     " -DCMAKE_PREFIX_PATH='" +
                                     prefix + "'; " + cmake + " --build build");
        ASSERT_EQ(run.exitCode, 0) << run.out << run.error;
    }
    static long lineCount(const std::string& file) {
        const std::string text = readFile(fs::path(SINEW_SOURCE_DIR) / file);
        return std::count(text.begin(), text.end(), '\n');
    }
    static std::string programOf(const std::string& example, const std::string& name) {
        return (tree() / example / "build" / name).string();
    }
};

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

/// The vertices that sinew-cli exports at the time that the examples show. An empty `moment` gives
/// the rest pose.
Corners exported(const fs::path& model, const std::string& moment = "--clip 0 --time 0.5") {
    const TemporaryFolder folder;
    const Outcome run = runCli("export " + model.string() + " --method reference " + moment +
                               " -o " + (folder / "a.obj").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    return readObj(folder / "a.obj");
}

struct Difference {
    double position = 0;  // the largest, relative to the extent
    double degrees = 0;
};

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

TEST_F(ExamplesTest, NothingInstalledNamesAFolderOfTheBuild) {
    for (const auto& entry : fs::recursive_directory_iterator(tree() / "prefix")) {
        if (entry.path().extension() != ".cmake") continue;
        const std::string text = readFile(entry.path());
        EXPECT_EQ(text.find(SINEW_SOURCE_DIR), std::string::npos) << entry.path();
        EXPECT_EQ(text.find("sinew_options"), std::string::npos) << entry.path();
    }
}

TEST_F(ExamplesTest, EveryComponentLinksAloneAndOthersAreRefused) {
    ASSERT_NO_FATAL_FAILURE(build("tests/package/consumer"));
    const Outcome run = runShell("'" + programOf("consumer", "consumer") + "' " +
                                 shipped("mannequin_low.glb").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
}

TEST_F(ExamplesTest, SkinningOnTheCpuWritesTheVerticesOfTheProgram) {
    ASSERT_NO_FATAL_FAILURE(build("examples/02-skinning-on-the-cpu"));
    EXPECT_LE(lineCount("examples/02-skinning-on-the-cpu/main.cpp"), 100);
    const std::string program = programOf("02-skinning-on-the-cpu", "skinning-on-the-cpu");
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path file = tree() / "posed.obj";
        const Outcome run =
            runShell("'" + program + "' " + shipped(name).string() + " " + file.string());
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const Corners posed = readObj(file);
        const Difference difference = between(posed, exported(shipped(name)));
        EXPECT_LE(difference.position, 1e-6);
        EXPECT_LE(difference.degrees, 0.01);
        // The rest pose differs.
        EXPECT_GT(between(posed, exported(shipped(name), "")).position, 1e-2);
    }
    const Outcome run = runShell("'" + program + "' missing.glb out.obj");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.error.find("missing.glb"), std::string::npos) << run.error;
}

/// Runs a command under the validation layer with synchronization validation. The layer prints to
/// stdout.
Outcome runValidated(const std::string& command) {
    return runShell(
        "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation VK_KHRONOS_VALIDATION_VALIDATE_SYNC=1 "
        "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT " +
        command);
}

/// Vertices as skin_plain.comp.glsl writes them.
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

TEST_F(ExamplesTest, ComputeSkinningWritesTheVerticesOfTheProgramAndDrawsThem) {
    const std::string folder = "examples/01-compute-skinning";
    ASSERT_NO_FATAL_FAILURE(build(folder));
    const std::string program = programOf("01-compute-skinning", "compute-skinning");
    const fs::path picture = tree() / "picture.png";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path vertices = tree() / "vertices.bin";
        const std::string command = "'" + program + "' " + shipped(name).string() + " " +
                                    picture.string() + " " + vertices.string();
        const Outcome run = runValidated(command);
        ASSERT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        const Model model = importGltf(shipped(name));
        const Corners expected = exported(shipped(name));
        const Corners rest = exported(shipped(name), "");
        const Difference difference = between(readVertices(vertices, model), expected);
        EXPECT_LE(difference.position, 1e-5);
        EXPECT_LE(difference.degrees, 0.05);

        const images::Pixels drawn = readImage(picture);
        ASSERT_EQ(drawn.width, 640u);
        ASSERT_EQ(drawn.height, 640u);
        const glm::dmat4 camera = exampleCamera(posedBox(model, 0.5f));
        EXPECT_LE(differing(drawn, drawByHand(expected, camera, 640), 4), 0.01);
        EXPECT_GE(differing(drawn, drawByHand(rest, camera, 640), 4), 0.2);

        if (name != std::string("mannequin.glb")) continue;
        fs::remove(vertices);  // the argument is optional
        EXPECT_EQ(runValidated(command.substr(0, command.rfind(' '))).out, "");
        EXPECT_FALSE(fs::exists(vertices));
        EXPECT_EQ(readImage(picture).rgba, drawn.rgba);
    }

    // Without its barriers, the layer must report a hazard. Debian 12's layer tracks the vertices
    // but not the writes of dynamic rendering. Debian 13's layer tracks these writes, but not
    // vertices that are drawn with an index buffer.
    const fs::path source = tree() / "01-compute-skinning/main.cpp";
    const std::regex barrier(
        " +barrier\\(commands, "
        "VK_PIPELINE_STAGE_2_(COMPUTE_SHADER|COLOR_ATTACHMENT_OUTPUT)_BIT[^;]*;");
    const std::string text = readFile(source);
    const std::string without = std::regex_replace(text, barrier, "");
    ASSERT_NE(without, text);
    writeFile(source, without);
    const std::string folderOfBuild = (tree() / "01-compute-skinning/build").string();
    ASSERT_EQ(runShell("'" SINEW_CMAKE "' --build '" + folderOfBuild + "'").exitCode, 0);
    const Outcome run = runValidated("'" + program + "' " + shipped("mannequin.glb").string() +
                                     " " + picture.string());
    EXPECT_NE(run.out.find("SYNC-HAZARD-READ-AFTER-WRITE"), std::string::npos) << run.out;
}

TEST_F(ExamplesTest, ComputeSkinningIsShortAndWhatIsAboutSkinningIsMarked) {
    const std::string text =
        readFile(fs::path(SINEW_SOURCE_DIR) / "examples/01-compute-skinning/main.cpp");
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 450);
    EXPECT_EQ(text.find("#include \"renderer/"), std::string::npos);
    EXPECT_EQ(text.find("#include \"skinning/gpu/"), std::string::npos);
    long marked = 0;
    bool inside = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with("// skinning: begin") || line.ends_with("// skinning: end")) {
            EXPECT_EQ(line.ends_with("begin"), !inside) << line;
            inside = !inside;
            continue;
        }
        marked += inside;
        // Names of the skinning library are in the marked parts only, except the model, its box,
        // the import and the PNG encoder.
        if (!inside && line.find("sinew::") != std::string::npos) {
            EXPECT_TRUE(std::regex_search(
                line, std::regex("sinew::(Model|Box|images::encodePng|importGltf)\\b")))
                << line;
        }
    }
    EXPECT_FALSE(inside);
    EXPECT_GE(marked, 50);
    EXPECT_LE(marked, 150);
}

}  // namespace
}  // namespace sinew::test
