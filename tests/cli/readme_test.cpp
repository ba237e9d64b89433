// The documentation names every command, option and setting of the programs, and help is short.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "skinning/settings.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

constexpr const char* kCommands[] = {"devices", "inspect", "render", "diff",    "export",
                                     "bake",    "verify",  "bench",  "compare", "settings"};

/// Every --word in a text, with all its parts.
std::set<std::string> optionsIn(const std::string& text) {
    static const std::regex option("--[a-z]+(-[a-z]+)*");
    return {std::sregex_token_iterator(text.begin(), text.end(), option),
            std::sregex_token_iterator()};
}

std::string document(const char* name) {
    return readFile(std::filesystem::path(SINEW_SOURCE_DIR) / name);
}

void expectLines(const std::string& text, size_t mostLines, const std::string& what) {
    constexpr size_t kMostColumns = 100;
    std::istringstream lines(text);
    size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_LE(line.size(), kMostColumns) << what << ": " << line;
    }
    EXPECT_LE(count, mostLines) << what;
}

TEST(CliReadme, CliPageNamesEveryCommandAndOption) {
    const std::string page = document("docs/cli.md");
    ASSERT_FALSE(page.empty());
    ASSERT_EQ(optionsIn("  --shader-dir FOLDER  more"), std::set<std::string>{"--shader-dir"});
    for (const std::string command : kCommands) {
        const std::string help = runCli(command + " --help").out;
        ASSERT_FALSE(help.empty()) << command;
        EXPECT_NE(page.find("\n| `" + command), std::string::npos) << command;
        for (const std::string& option : optionsIn(help)) {
            EXPECT_TRUE(optionsIn(page).contains(option)) << command << ' ' << option;
        }
    }
    const std::string help = runCli("--help").out;
    for (const std::string command : kCommands) {
        EXPECT_NE(help.find("\n  " + command + ' '), std::string::npos) << command;
    }
}

TEST(CliReadme, CliPagePromisesNoOptionThatACommandDoesNotHave) {
    const std::string page = document("docs/cli.md");
    const std::regex row("\n\\| `(\\w+)[^`]*` \\|([^\n]*)");
    std::set<std::string> all{"--help", "--version"};
    size_t rows = 0;
    for (std::sregex_iterator line(page.begin(), page.end(), row), end; line != end; ++line) {
        const std::string command = (*line)[1];
        const Outcome run = runCli(command + " --help");
        if (run.exitCode != 0) continue;  // a row of another table
        ++rows;
        all.merge(optionsIn(run.out));
        for (const std::string& option : optionsIn((*line)[2])) {
            EXPECT_TRUE(optionsIn(run.out).contains(option)) << command << ' ' << option;
        }
    }
    EXPECT_EQ(rows, std::size(kCommands));
    for (const std::string& option : optionsIn(page)) EXPECT_TRUE(all.contains(option)) << option;
}

TEST(CliReadme, WindowPageNamesTheOptionsOfTheWindowAndNoOthers) {
    std::string page = document("docs/window.md");
    if (page.empty()) page = document("README.md");
    const std::string known = runShell("'" SINEW_WINDOW "' --help").out;
    const size_t begin = page.find("Options of `sinew`:");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(optionsIn(page.substr(begin, page.find(". ", begin) - begin)), optionsIn(known));
}

TEST(CliReadme, SettingsPageAndCommandNameEveryValue) {
    const std::string page = document("docs/settings.md");
    const std::string printed = runCli("settings").out;
    expectLines(printed, 100, "settings");
    for (const SettingWords& setting : settingWords()) {
        EXPECT_NE(page.find(fmt::format("\n| {} | `{}`", setting.name, setting.words[0].word)),
                  std::string::npos)
            << setting.name;
        EXPECT_NE(printed.find(fmt::format("\n{} ", setting.name)), std::string::npos);
        for (const SettingWord& word : setting.words) {
            EXPECT_NE(page.find(fmt::format("`{}`", word.word)), std::string::npos) << word.word;
            EXPECT_NE(printed.find(fmt::format(" {} ", word.word)), std::string::npos) << word.word;
            EXPECT_FALSE(word.meaning.empty()) << word.word;
        }
    }
    for (const std::string name : {"bake rate", "joint limit"}) {
        EXPECT_NE(page.find("\n| " + name + " |"), std::string::npos) << name;
        EXPECT_NE(printed.find('\n' + name + ' '), std::string::npos) << name;
    }
}

TEST(CliHelp, LinesAreShortAndFew) {
    constexpr size_t kMostLines = 45;
    expectLines(runCli("--help").out, kMostLines, "sinew-cli");
    for (const std::string command : kCommands) {
        const std::string help = runCli(command + " --help").out;
        expectLines(help, kMostLines, command);
        EXPECT_NE(help.find("\nExample: sinew-cli " + command), std::string::npos) << command;
    }
    expectLines(runShell("'" SINEW_WINDOW "' --help").out, kMostLines, "sinew");
}

TEST(CliHelp, FormerOptionNamesWorkWithAWarning) {
    for (const auto& [former, name] :
         {std::pair("--vertex-room 8", "--vertex-budget"), std::pair("--vertex-room=8", "--vertex"),
          std::pair("--sun-turned 10", "--sun-azimuth"),
          std::pair("--sun-raised -5", "--sun-elevation"),
          std::pair("--instance 2", "--first-instance")}) {
        const Outcome run = runCli(fmt::format("render no-such-model.glb -o a.png {}", former));
        EXPECT_NE(run.lastError.find("no-such-model.glb"), std::string::npos) << run.error;
        EXPECT_EQ(run.error.find("sinew-cli: warning: --"), 0u) << run.error;
        EXPECT_NE(run.error.find(fmt::format("use {}", name)), std::string::npos) << run.error;
    }
    EXPECT_EQ(runCli("render --help").out.find("--vertex-room"), std::string::npos);
}

TEST(CliHelp, RemovedOptionsAreRejectedWithTheirLastVersion) {
    const Outcome run = runCli("render no-such-model.glb -o a.png --animator model --walk-about");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.error,
              "sinew-cli: --walk-about was removed after version 0.1.0; use --root-motion\n");
    EXPECT_EQ(runCli("render --help").out.find("--walk-about"), std::string::npos);
}

}  // namespace
}  // namespace sinew::test
