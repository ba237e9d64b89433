// Tests that every example has: picture, window, length, README, and the outcome of each mistake.
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

/// The names of the folders that begin with a digit.
std::vector<std::string> everyExample() {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(SINEW_SOURCE_DIR) / "examples")) {
        const std::string name = entry.path().filename();
        if (name[0] >= '0' && name[0] <= '9') names.insert(name);
    }
    return {names.begin(), names.end()};
}

bool usesVulkan(const std::string& example) {
    return sourceText("examples/" + example + "/CMakeLists.txt").find("add_example(") !=
           std::string::npos;
}

/// Returns true if the example ended because the device lacks an extension that it needs.
bool lacksExtension(const Outcome& run) {
    return run.exitCode == 1 && run.error.starts_with("the device lacks VK_");
}

class EveryExampleTest : public InstalledTree, public ::testing::WithParamInterface<std::string> {
protected:
    static std::string text(const std::string& file) {
        return sourceText("examples/" + GetParam() + "/" + file);
    }
    static std::string command() { return commandOf(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Examples, EveryExampleTest, ::testing::ValuesIn(everyExample()),
                         [](const auto& example) {
                             return std::regex_replace(example.param, std::regex("-"), "_");
                         });

/// Compares a picture with a file of the example. SINEW_UPDATE_PICTURES writes the file.
void expectPicture(const std::string& file, const fs::path& drawn) {
    const fs::path shown = fs::path(SINEW_SOURCE_DIR) / "examples" / file;
    if (getenv("SINEW_UPDATE_PICTURES")) {
        fs::copy(drawn, shown, fs::copy_options::overwrite_existing);
    }
    ASSERT_TRUE(fs::exists(shown)) << shown;
    // Other drivers round otherwise.
    EXPECT_LE(differing(readImage(shown), readImage(drawn), 8), 0.01) << shown;
}

TEST_P(EveryExampleTest, DrawsThePictureOfItsReadme) {
    if (!usesVulkan(GetParam())) return;
    ASSERT_NO_FATAL_FAILURE(build("examples/" + GetParam()));
    const fs::path picture = tree() / "picture.png";
    const Outcome run = runValidated(command() + " -o " + picture.string());
    if (lacksExtension(run)) GTEST_SKIP() << run.error;
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.out, "");  // no message of the layer
    expectPicture(GetParam() + "/picture.png", picture);
}

TEST_P(EveryExampleTest, OpensAWindowAndLeavesItCleanly) {
    if (!usesVulkan(GetParam())) return;
    ASSERT_NO_FATAL_FAILURE(build("examples/" + GetParam()));
    // The window covers the screen. SDL turns SIGTERM into a request to close the window.
    writeFile(tree() / "window.sh", R"(
cd "$1"
rm -f display
Xvfb -displayfd 3 -screen 0 640x640x24 3>display 2>/dev/null &
server=$!
until [ -s display ]; do sleep 0.1; done
DISPLAY=:$(cat display)
export DISPLAY
shift
"$@" &
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
    const Outcome run = runValidated("sh '" + (tree() / "window.sh").string() + "' '" +
                                     tree().string() + "' " + command());
    if (lacksExtension(run)) GTEST_SKIP() << run.error;
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.out, "");  // no message of the layer
    const images::Pixels window = readImage(tree() / "window.png");
    size_t colored = 0;  // the characters' pixels; the ground is gray
    for (size_t at = 0; at + 3 < window.rgba.size(); at += 4) {
        if (window.rgba[at + 2] != window.rgba[at]) ++colored;
    }
    EXPECT_GT(colored, 10000u);
}

/// A file of tests/examples/mistakes. README.md there describes the format.
struct Mistake {
    struct Change {
        std::vector<std::string> from, to;  // lines without indentation
    };
    std::string file;
    std::string message;
    std::string picture;
    double distance = 0;  // % of the extent
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
        } else if (line.starts_with("message ")) {
            mistake.message = line.substr(8);
        } else if (line.starts_with("distance ")) {
            mistake.distance = std::stod(line.substr(9));
        } else if (line.starts_with("picture ")) {
            mistake.picture = line.substr(8);
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

/// Returns the text after each change. The old text of a change must occur exactly once.
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

std::vector<fs::path> mistakesOf(const std::string& example) {
    std::set<fs::path> files;
    const fs::path folder = fs::path(SINEW_SOURCE_DIR) / "tests/examples/mistakes" / example;
    if (!fs::exists(folder)) return {};
    for (const auto& entry : fs::directory_iterator(folder)) files.insert(entry.path());
    return {files.begin(), files.end()};
}

TEST_P(EveryExampleTest, MistakesFitTheSourcesAndTheReadme) {
    const std::string readme = text("README.md");
    const std::vector<fs::path> files = mistakesOf(GetParam());
    EXPECT_FALSE(files.empty());
    for (const fs::path& file : files) {
        SCOPED_TRACE(file.filename());
        const Mistake mistake = readMistake(file);
        applied(mistake, text(mistake.file));
        if (mistake.distance > 0) {
            const std::string percent =
                std::regex_replace(std::to_string(mistake.distance), std::regex("\\.?0+$"), "");
            EXPECT_NE(readme.find(percent + " %"), std::string::npos) << percent;
        }
        if (!mistake.message.empty() && mistake.message != "silence") {
            EXPECT_NE(readme.find(mistake.message), std::string::npos) << mistake.message;
        }
        if (!mistake.picture.empty()) {
            EXPECT_NE(readme.find("](" + mistake.picture + ")"), std::string::npos);
        }
    }
}

/// The parameter is a file below tests/examples/mistakes.
class MistakeTest : public InstalledTree, public ::testing::WithParamInterface<fs::path> {};

/// Returns the files that ./check applies (the last one of each example), or all other files.
std::vector<fs::path> mistakeFiles(bool ofCheck) {
    std::vector<fs::path> result;
    for (const std::string& example : everyExample()) {
        const std::vector<fs::path> files = mistakesOf(example);
        if (files.empty()) continue;
        ofCheck ? result.insert(result.end(), files.end() - 1, files.end())
                : result.insert(result.end(), files.begin(), files.end() - 1);
    }
    return result;
}
std::string nameOf(const ::testing::TestParamInfo<fs::path>& mistake) {
    const std::string name = mistake.param.parent_path().filename() / mistake.param.stem();
    return std::regex_replace(name, std::regex("[-/]"), "_");
}
INSTANTIATE_TEST_SUITE_P(Examples, MistakeTest, ::testing::ValuesIn(mistakeFiles(true)), nameOf);
INSTANTIATE_TEST_SUITE_P(Long, MistakeTest, ::testing::ValuesIn(mistakeFiles(false)), nameOf);

TEST_P(MistakeTest, HasTheOutcomeThatTheReadmeStates) {
    const std::string example = GetParam().parent_path().filename();
    if (!fs::exists(tree() / example)) {
        ASSERT_NO_FATAL_FAILURE(build("examples/" + example));
    }
    const Mistake mistake = readMistake(GetParam());
    const fs::path source = tree() / example / mistake.file;
    const std::string original = readFile(source);
    writeFile(source, applied(mistake, original));
    usesVulkan(example) ? buildChanged("examples/" + example) : build("examples/" + example);
    writeFile(source, original);
    if (HasFatalFailure()) return;
    const fs::path output = tree() / "mistake";
    const Outcome run = runValidated(commandOf(example) + " -o " + output.string());
    if (lacksExtension(run)) GTEST_SKIP() << run.error;
    EXPECT_EQ(run.exitCode, 0) << run.error;
    if (mistake.distance > 0) {
        const Corners expected = exported(shipped("mannequin.glb"));
        EXPECT_GE(between(readObj(output), expected).position * 100, mistake.distance);
    }
    if (mistake.message.empty() || mistake.message == "silence") {
        EXPECT_EQ(run.out, "");
    } else {
        EXPECT_NE(run.out.find(mistake.message), std::string::npos) << run.out;
    }
    if (!mistake.picture.empty()) {
        expectPicture(example + "/" + mistake.picture, output);
        const fs::path right = fs::path(SINEW_SOURCE_DIR) / "examples" / example / "picture.png";
        EXPECT_GE(differing(readImage(right), readImage(output), 8), 0.02);
    }
}

TEST_P(EveryExampleTest, TheReadmeIsShortAndNamesTheLinesOfItsSteps) {
    const std::string readme = text("README.md");
    std::istringstream words(readme);
    EXPECT_LE(std::distance(std::istream_iterator<std::string>(words), {}), 300);
    if (usesVulkan(GetParam())) {
        EXPECT_NE(readme.find("](picture.png)"), std::string::npos);
    }
    const std::regex step(R"(\[([\w.]+):(\d+)\]\(([\w.]+)#L(\d+)\) \| `(\w+)`)");
    size_t steps = 0;
    for (std::sregex_iterator at(readme.begin(), readme.end(), step), end; at != end; ++at) {
        const std::smatch& match = *at;
        SCOPED_TRACE(match.str());
        ++steps;
        EXPECT_EQ(match[1], match[3]);
        EXPECT_EQ(match[2], match[4]);
        std::istringstream lines(text(match[1].str()));
        std::string line;
        for (int n = std::stoi(match[2]); n > 0; --n) std::getline(lines, line);
        EXPECT_NE(line.find(match[5].str() + "("), std::string::npos) << line;
    }
    EXPECT_GE(steps, 4u);
}

TEST_P(EveryExampleTest, MainIsShortAndItsSkinningIsMarked) {
    const std::string main = text("main.cpp");
    EXPECT_LE(lineCount(main), 250);
    EXPECT_EQ(main.find("#include \"renderer/"), std::string::npos);
    EXPECT_EQ(main.find("#include \"skinning/gpu/"), std::string::npos);
    long marked = 0;
    bool inside = false;
    std::istringstream lines(main);
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with("// skinning: begin") || line.ends_with("// skinning: end")) {
            EXPECT_EQ(line.ends_with("begin"), !inside) << line;
            inside = !inside;
            continue;
        }
        marked += inside;
        // Only the marked parts of an example use the skinning library. Its model, the model's box
        // and the import are allowed everywhere.
        if (!inside && line.find("sinew::") != std::string::npos) {
            EXPECT_TRUE(std::regex_search(line, std::regex("sinew::(Model|Box|importGltf)\\b")))
                << line;
        }
    }
    EXPECT_FALSE(inside);
    EXPECT_GE(marked, 30);
    EXPECT_LE(marked, 150);
}

}  // namespace
}  // namespace sinew::test
