// The examples, built with an installed package, give the same results as sinew-cli.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <iterator>
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

    /// Builds a copy of a source folder, so that the only other files of the repository that it can
    /// use are those in examples/common. The build type is empty: compiling takes less time without
    /// optimisation.
    static void build(const std::string& folder) {
        const fs::path source = tree() / fs::path(folder).filename();
        fs::copy(fs::path(SINEW_SOURCE_DIR) / folder, source);
        fs::copy(fs::path(SINEW_SOURCE_DIR) / "examples/common", tree() / "common",
                 fs::copy_options::recursive | fs::copy_options::overwrite_existing);
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
        "VK_KHRONOS_VALIDATION_SYNCVAL_SHADER_ACCESSES_HEURISTIC=true "
        "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT " +
        command);
}

/// Vertices as skin.comp.glsl of example 01 writes them.
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
        const std::string command = "'" + program + "' " + shipped(name).string() + " -o " +
                                    picture.string() + " --vertices " + vertices.string();
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
        const Box box = posedBox(model, 0.5f);
        const WrongPixels wrong = wrongPixels(drawn, expected, box);
        EXPECT_LE(wrong.character, 0.01);
        EXPECT_LE(wrong.shadow, 0.1);
        const WrongPixels unposed = wrongPixels(drawn, rest, box);
        EXPECT_GE(unposed.character, 0.2);
        EXPECT_GE(unposed.shadow, 0.2);

        if (name != std::string("mannequin.glb")) continue;
        fs::remove(vertices);  // the argument is optional
        EXPECT_EQ(runValidated(command.substr(0, command.find(" --vertices"))).out, "");
        EXPECT_FALSE(fs::exists(vertices));
        EXPECT_EQ(readImage(picture).rgba, drawn.rgba);
        const fs::path shown = fs::path(SINEW_SOURCE_DIR) / folder / "picture.png";
        EXPECT_LE(differing(readImage(shown), drawn, 8), 0.01) << shown;  // other drivers round
    }
}

TEST_F(ExamplesTest, ComputeSkinningOpensAWindowAndLeavesItCleanly) {
    const std::string example = "01-compute-skinning";
    if (!fs::exists(tree() / example)) {
        ASSERT_NO_FATAL_FAILURE(build("examples/" + example));
    }
    // The window covers the screen. SDL turns SIGTERM into a request to close the window.
    writeFile(tree() / "window.sh", R"(
cd "$1"
rm -f display
Xvfb -displayfd 3 -screen 0 640x640x24 3>display 2>/dev/null &
server=$!
until [ -s display ]; do sleep 0.1; done
DISPLAY=:$(cat display)
export DISPLAY
"$2" "$3" &
program=$!
colors=0
while [ "$colors" -lt 100 ] && kill -0 $program; do
    sleep 0.2
    import -window root window.png
    colors=$(identify -format %k window.png)
done
sleep 0.5  # several frames per slot
kill -TERM $program
wait $program
code=$?
kill $server
exit $code
)");
    const Outcome run = runValidated(
        "sh '" + (tree() / "window.sh").string() + "' '" + tree().string() + "' '" +
        programOf(example, "compute-skinning") + "' " + shipped("mannequin.glb").string());
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.out, "");  // no message of the layer
    const images::Pixels window = readImage(tree() / "window.png");
    size_t bluish = 0;  // the character's pixels; the ground is gray
    for (size_t at = 0; at + 3 < window.rgba.size(); at += 4) {
        if (window.rgba[at + 2] > window.rgba[at]) ++bluish;
    }
    EXPECT_GT(bluish, 20000u);
}

/// A mistake that tests/examples/mistakes applies. README.md there describes the format.
struct Mistake {
    struct Change {
        std::vector<std::string> from, to;  // lines without indentation
    };
    std::string file;
    std::string expected;  // name of a validation message, or "silence"
    std::vector<Change> changes;
};

std::string withoutIndentation(const std::string& line) {
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

Mistake readMistake(const fs::path& path) {
    Mistake mistake;
    std::istringstream lines(readFile(path));
    bool inChange = false;
    for (std::string line; std::getline(lines, line);) {
        const std::string rest = line.size() > 2 ? withoutIndentation(line.substr(2)) : "";
        if (line.starts_with("file ")) {
            mistake.file = line.substr(5);
        } else if (line.starts_with("expect ")) {
            mistake.expected = line.substr(7);
        } else if (line.starts_with("- ") || line.starts_with("+ ")) {
            if (!inChange) mistake.changes.emplace_back();
            (line[0] == '-' ? mistake.changes.back().from : mistake.changes.back().to)
                .push_back(rest);
        } else {
            EXPECT_TRUE(line.empty() || line.starts_with("#")) << path << ": " << line;
        }
        inChange = line.starts_with("- ") || line.starts_with("+ ");
    }
    return mistake;
}

/// The text with each change applied. Each old text must be found exactly once.
std::string applied(const Mistake& mistake, const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (const Mistake::Change& change : mistake.changes) {
        size_t found = 0, at = 0;
        for (size_t first = 0; first + change.from.size() <= lines.size(); ++first) {
            const auto same = [](const std::string& a, const std::string& line) {
                return a == withoutIndentation(line);
            };
            if (!std::equal(change.from.begin(), change.from.end(),
                            lines.begin() + std::ptrdiff_t(first), same)) {
                continue;
            }
            ++found;
            at = first;
        }
        EXPECT_EQ(found, 1u) << change.from.at(0);
        if (found != 1) continue;
        const auto where = lines.begin() + std::ptrdiff_t(at);
        lines.insert(lines.erase(where, where + std::ptrdiff_t(change.from.size())),
                     change.to.begin(), change.to.end());
    }
    std::string result;
    for (const std::string& line : lines) result += line + "\n";
    return result;
}

TEST_F(ExamplesTest, EachMistakeHasTheOutcomeThatItsReadmeStates) {
    const std::string example = "01-compute-skinning";
    if (!fs::exists(tree() / example)) {
        ASSERT_NO_FATAL_FAILURE(build("examples/" + example));
    }
    const std::string program = programOf(example, "compute-skinning");
    const std::string folderOfBuild = (tree() / example / "build").string();
    const std::string readme =
        readFile(fs::path(SINEW_SOURCE_DIR) / "examples" / example / "README.md");
    size_t mistakes = 0;
    for (const auto& entry :
         fs::directory_iterator(fs::path(SINEW_SOURCE_DIR) / "tests/examples/mistakes")) {
        if (entry.path().extension() != ".txt") continue;
        ++mistakes;
        SCOPED_TRACE(entry.path().filename());
        const Mistake mistake = readMistake(entry.path());
        const fs::path source = tree() / mistake.file;
        const std::string right = readFile(source);
        writeFile(source, applied(mistake, right));
        const Outcome built = runShell("'" SINEW_CMAKE "' --build '" + folderOfBuild + "'");
        EXPECT_EQ(built.exitCode, 0) << built.out;
        const Outcome run = runValidated("'" + program + "' " + shipped("mannequin.glb").string() +
                                         " -o " + (tree() / "mistake.png").string());
        EXPECT_EQ(run.exitCode, 0) << run.error;
        if (mistake.expected == "silence") {
            EXPECT_EQ(run.out, "");
        } else {
            EXPECT_NE(run.out.find(mistake.expected), std::string::npos) << run.out;
            EXPECT_NE(readme.find(mistake.expected), std::string::npos);
        }
        writeFile(source, right);
    }
    EXPECT_EQ(mistakes, 3u);
}

TEST_F(ExamplesTest, ReadmesNameTheLinesOfTheirSteps) {
    const fs::path folder = fs::path(SINEW_SOURCE_DIR) / "examples/01-compute-skinning";
    const std::string readme = readFile(folder / "README.md");
    std::istringstream words(readme);
    EXPECT_LE(std::distance(std::istream_iterator<std::string>(words), {}), 300);
    const std::regex step(R"(\[([\w.]+):(\d+)\]\(([\w.]+)#L(\d+)\) \| `(\w+)`)");
    size_t steps = 0;
    for (std::sregex_iterator at(readme.begin(), readme.end(), step), end; at != end; ++at) {
        const std::smatch& match = *at;
        SCOPED_TRACE(match.str());
        ++steps;
        EXPECT_EQ(match[1], match[3]);
        EXPECT_EQ(match[2], match[4]);
        std::istringstream lines(readFile(folder / match[1].str()));
        std::string line;
        for (int n = std::stoi(match[2]); n > 0; --n) std::getline(lines, line);
        EXPECT_NE(line.find(match[5].str() + "("), std::string::npos) << line;
    }
    EXPECT_EQ(steps, 6u);
}

TEST_F(ExamplesTest, ComputeSkinningIsShortAndWhatIsAboutSkinningIsMarked) {
    const std::string text =
        readFile(fs::path(SINEW_SOURCE_DIR) / "examples/01-compute-skinning/main.cpp");
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 250);
    EXPECT_LE(lineCount("examples/common/gpu.h") + lineCount("examples/common/frames.h"), 450);
    EXPECT_LE(lineCount("examples/01-compute-skinning/skin.comp.glsl"), 120);
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
        // Names of the skinning library are in the marked parts only, except the model, its box
        // and the import.
        if (!inside && line.find("sinew::") != std::string::npos) {
            EXPECT_TRUE(std::regex_search(line, std::regex("sinew::(Model|Box|importGltf)\\b")))
                << line;
        }
    }
    EXPECT_FALSE(inside);
    EXPECT_GE(marked, 50);
    EXPECT_LE(marked, 150);
}

}  // namespace
}  // namespace sinew::test
