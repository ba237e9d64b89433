// README.md names every command and option that --help of both programs knows.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

/// Every --word in a text, whole.
std::set<std::string> optionsIn(const std::string& text) {
    static const std::regex option("--[a-z]+(-[a-z]+)*");
    return {std::sregex_token_iterator(text.begin(), text.end(), option),
            std::sregex_token_iterator()};
}

TEST(CliReadme, NamesEveryCommandAndOptionInHelp) {
    const std::string readme = readFile(std::filesystem::path(SINEW_SOURCE_DIR) / "README.md");
    ASSERT_FALSE(readme.empty());
    ASSERT_EQ(optionsIn("  --shader-dir FOLDER  more"), std::set<std::string>{"--shader-dir"});
    for (const std::string command : {"", "devices", "inspect", "render", "diff", "export", "bake",
                                      "verify", "bench", "compare"}) {
        const std::string help = runCli(command + " --help").out;
        ASSERT_FALSE(help.empty()) << command;
        EXPECT_NE(readme.find("`" + command), std::string::npos) << command;
        for (const std::string& option : optionsIn(help)) {
            EXPECT_TRUE(optionsIn(readme).contains(option)) << command << ' ' << option;
        }
    }
}

TEST(CliReadme, NamesTheOptionsOfTheWindowAndNoOthers) {
    const std::string readme = readFile(std::filesystem::path(SINEW_SOURCE_DIR) / "README.md");
    const std::string known = runShell("'" SINEW_WINDOW "' --help").out;
    const size_t begin = readme.find("Options of `sinew`:");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(optionsIn(readme.substr(begin, readme.find(". ", begin) - begin)), optionsIn(known));
}

TEST(CliReadme, PromisesNoOptionThatACommandDoesNotHave) {
    const std::string readme = readFile(std::filesystem::path(SINEW_SOURCE_DIR) / "README.md");
    const std::regex row("\n\\| `(\\w+)[^`]*` \\|([^\n]*)");
    size_t rows = 0;
    for (std::sregex_iterator line(readme.begin(), readme.end(), row), end; line != end; ++line) {
        const std::string command = (*line)[1];
        const std::string words = (*line)[2];
        const Outcome run = runCli(command + " --help");
        if (run.exitCode != 0) continue;  // a row of another table
        ++rows;
        for (const std::string& option : optionsIn(words)) {
            EXPECT_TRUE(optionsIn(run.out).contains(option)) << command << ' ' << option;
        }
    }
    EXPECT_EQ(rows, 9u);
}

}  // namespace
}  // namespace sinew::test
