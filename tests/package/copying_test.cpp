// docs/copying.md: every path in it is there, every count of lines is right, and no file that it
// tells to take includes one that it does not name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = SINEW_SOURCE_DIR;

std::string page() {
    return readFile(kRoot / "docs/copying.md");
}

/// What stands between backticks and looks like a path of the repository.
std::set<std::string> pathsIn(const std::string& text) {
    const std::regex code("`([A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+)`");
    std::set<std::string> paths;
    for (std::sregex_iterator match(text.begin(), text.end(), code), end; match != end; ++match) {
        paths.insert((*match)[1]);
    }
    return paths;
}

/// The tables' rows "| `path` | lines |".
std::map<std::string, long> countsIn(const std::string& text) {
    const std::regex row("\n\\| `([A-Za-z0-9_./-]+)` \\| (\\d+) \\|");
    std::map<std::string, long> counts;
    for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match) {
        counts[(*match)[1]] = std::stol((*match)[2]);
    }
    return counts;
}

/// A file, or the sources of a folder.
std::vector<fs::path> filesAt(const std::string& path) {
    if (fs::is_regular_file(kRoot / path)) return {kRoot / path};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kRoot / path)) {
        const std::string extension = entry.path().extension();
        if (extension == ".h" || extension == ".cpp") files.push_back(entry.path());
    }
    return files;
}

TEST(Copying, EveryPathIsThere) {
    const std::set<std::string> paths = pathsIn(page());
    EXPECT_GT(paths.size(), 20u);
    for (const std::string& path : paths) EXPECT_TRUE(fs::exists(kRoot / path)) << path;
}

TEST(Copying, EveryCountOfLinesIsRightUpToTens) {
    const auto counts = countsIn(page());
    EXPECT_GT(counts.size(), 20u);
    for (const auto& [path, said] : counts) {
        long lines = 0;
        for (const fs::path& file : filesAt(path)) {
            const std::string text = readFile(file);
            lines += std::count(text.begin(), text.end(), '\n');
        }
        EXPECT_EQ(said, (lines + 9) / 10 * 10)
            << path << " has " << lines << " lines; write the rounded number into docs/copying.md";
    }
}

TEST(Copying, NoFileIncludesOneThatThePageDoesNotName) {
    const std::string text = page();
    const std::set<std::string> named = pathsIn(text);
    const std::regex include("(^|\n)#include \"([^\"]+)\"");
    for (const auto& [path, lines] : countsIn(text)) {
        if (path.starts_with("examples/")) continue;
        for (const fs::path& file : filesAt(path)) {
            const std::string source = readFile(file);
            for (std::sregex_iterator match(source.begin(), source.end(), include), end;
                 match != end; ++match) {
                const std::string what = (*match)[2];
                const std::string folder = what.substr(0, what.rfind('/'));
                EXPECT_TRUE(named.contains(what) || named.contains(folder) ||
                            text.find("`" + folder + "` |") != std::string::npos)
                    << file << " includes " << what;
            }
        }
    }
}

}  // namespace
}  // namespace sinew::test
