// README.md names every command and option that --help knows.
#include <gtest/gtest.h>

#include <regex>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

TEST(CliReadme, NamesEveryCommandAndOptionInHelp) {
    const std::string readme = readFile(std::filesystem::path(SINEW_SOURCE_DIR) / "README.md");
    ASSERT_FALSE(readme.empty());
    const std::regex option("--[a-z]+");
    for (const std::string command :
         {"", "devices", "inspect", "render", "diff", "export", "bake", "verify", "bench",
                                      "compare"}) {
        const std::string help = runCli(command + " --help").out;
        ASSERT_FALSE(help.empty()) << command;
        EXPECT_NE(readme.find("`" + command), std::string::npos) << command;
        for (std::sregex_iterator match(help.begin(), help.end(), option), end; match != end;
             ++match) {
            const std::regex whole(match->str() + "\\b");
            EXPECT_TRUE(std::regex_search(readme, whole)) << command << ' ' << match->str();
        }
    }
}

TEST(CliReadme, PromisesNoOptionThatACommandDoesNotHave) {
    const std::string readme = readFile(std::filesystem::path(SINEW_SOURCE_DIR) / "README.md");
    const std::regex row("\n\\| `(\\w+)[^`]*` \\|([^\n]*)");
    const std::regex option("--[a-z]+");
    size_t rows = 0;
    for (std::sregex_iterator line(readme.begin(), readme.end(), row), end; line != end; ++line) {
        const std::string command = (*line)[1];
        const std::string words = (*line)[2];
        const Outcome run = runCli(command + " --help");
        if (run.exitCode != 0) continue;  // a row of another table
        ++rows;
        for (std::sregex_iterator match(words.begin(), words.end(), option); match != end;
             ++match) {
            EXPECT_NE(run.out.find(match->str()), std::string::npos)
                << command << ' ' << match->str();
        }
    }
    EXPECT_EQ(rows, 9u);
}

}  // namespace
}  // namespace sinew::test
