// README.md and the pages in docs/: links lead to files and headings, commands have known options.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = SINEW_SOURCE_DIR;

std::vector<fs::path> pages() {
    std::vector<fs::path> files;
    for (const char* folder : {"", "docs"}) {
        for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
            if (entry.path().extension() == ".md") files.push_back(entry.path());
        }
    }
    return files;
}

/// All matches of the first group.
std::vector<std::string> matchesIn(const std::string& text, const std::regex& pattern) {
    std::vector<std::string> matches;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end;
         ++match) {
        matches.push_back((*match)[1]);
    }
    return matches;
}

/// The anchor of a heading, by the rule of GitHub and GitLab.
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const unsigned char c : heading) {
        if (c == ' ') anchor += '-';
        if (std::isalnum(c) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(c));
    }
    return anchor;
}

std::set<std::string> anchorsIn(const std::string& text) {
    static const std::regex heading("(?:^|\n)#+ ([^\n]+)");
    std::set<std::string> anchors;
    for (const std::string& words : matchesIn(text, heading)) anchors.insert(anchorOf(words));
    return anchors;
}

TEST(CliDocs, LinksLeadToFilesAndHeadings) {
    ASSERT_EQ(anchorOf("Clips from other files, `a_b`"), "clips-from-other-files-a_b");
    static const std::regex link("\\]\\(([^)\\s]+)\\)");
    size_t count = 0;
    for (const fs::path& page : pages()) {
        for (const std::string& target : matchesIn(readFile(page), link)) {
            if (target.find("://") != std::string::npos) continue;
            ++count;
            const size_t hash = target.find('#');
            const std::string name = target.substr(0, hash);
            const fs::path file = name.empty() ? page : page.parent_path() / name;
            EXPECT_TRUE(fs::exists(file)) << page << ": " << target;
            if (hash == std::string::npos) continue;
            EXPECT_TRUE(anchorsIn(readFile(file)).contains(target.substr(hash + 1)))
                << page << ": " << target;
        }
    }
    EXPECT_GT(count, 40u);
}

TEST(CliDocs, CommandsHaveOptionsOfTheirHelp) {
    static const std::regex command("\n(?:\\$ )?(?:build/\\w+/bin/)?sinew-cli ([a-z]+ [^\n]*)");
    static const std::regex option("(--[a-z]+(?:-[a-z]+)*)");
    size_t count = 0;
    for (const fs::path& page : pages()) {
        for (const std::string& line : matchesIn(readFile(page), command)) {
            ++count;
            const Outcome help = runCli(line.substr(0, line.find(' ')) + " --help");
            EXPECT_EQ(help.exitCode, 0) << page << ": " << line;
            std::vector<std::string> known = matchesIn(help.out, option);
            known.emplace_back("--help");
            for (const std::string& used : matchesIn(line, option)) {
                EXPECT_TRUE(std::set(known.begin(), known.end()).contains(used))
                    << page << ": " << line;
            }
        }
    }
    EXPECT_GE(count, 5u);
}

TEST(CliDocs, TheReadmeIsShort) {
    std::istringstream words(readFile(kRoot / "README.md"));
    const auto count = std::distance(std::istream_iterator<std::string>(words), {});
    EXPECT_GT(count, 100);
    EXPECT_LE(count, 1200);
}

}  // namespace
}  // namespace sinew::test
