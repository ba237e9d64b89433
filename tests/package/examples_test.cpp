// The examples, built against an installed tree as a stranger builds them, against what sinew-cli
// says.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <sstream>
#include <vector>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

/// Installs into a new folder, and configures, builds and removes what is made there.
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

    /// Builds a copy of a folder of the sources, which cannot find anything beside it.
    static void build(const std::string& folder) {
        const fs::path source = tree() / fs::path(folder).filename();
        fs::copy(fs::path(SINEW_SOURCE_DIR) / folder, source);
        const Outcome run =
            runShell("set -e; cd '" + source.string() +
                     "'; '" SINEW_CMAKE
                     "' -G Ninja -S . -B build "
                     "-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS='" SINEW_CXX_FLAGS
                     "' "
                     "-DCMAKE_PREFIX_PATH='" +
                     (tree() / "prefix").string() + "'; '" SINEW_CMAKE "' --build build");
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

/// A mesh of an .obj file, corner by corner: files may number vertices as they like.
struct Corners {
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;
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

/// What sinew-cli says of the moment that the examples show; "" for `moment`: of the rest pose.
Corners exported(const fs::path& model, const std::string& moment = "--clip 0 --time 0.5") {
    const TemporaryFolder folder;
    const Outcome run = runCli("export " + model.string() + " --method cpu " + moment + " -o " +
                               (folder / "a.obj").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    return readObj(folder / "a.obj");
}

struct Difference {
    double position = 0;  // the largest, of the extent
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

TEST_F(ExamplesTest, EveryComponentLinksWholeAndOthersAreRefused) {
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
        // It is this moment and no other.
        EXPECT_GT(between(posed, exported(shipped(name), "")).position, 1e-2);
    }
    const Outcome run = runShell("'" + program + "' missing.glb out.obj");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.error.find("missing.glb"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace sinew::test
