// Tests README.md and the pages in docs/. Links lead to files and headings. The pages name every
// command, option and setting of the programs. Help is short. docs/copying.md names the files that
// can be copied. sinew-micro measures the steps that the docs name.
#include <cctype>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "skinning/settings.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Words = std::set<std::string>;

const fs::path kRoot = SINEW_SOURCE_DIR;
constexpr const char* kCommands[] = {"devices", "inspect", "render", "diff",    "export",
                                     "bake",    "verify",  "bench",  "compare", "settings"};

std::vector<fs::path> pages() {
    std::vector<fs::path> files;
    for (const char* folder : {"", "docs"}) {
        for (const auto& entry : fs::directory_iterator(kRoot / folder)) {
            if (entry.path().extension() == ".md") files.push_back(entry.path());
        }
    }
    return files;
}

/// Returns all matches of one group of `pattern`.
std::vector<std::string> matchesIn(const std::string& text, const std::regex& pattern,
                                   int group = 1) {
    return {std::sregex_token_iterator(text.begin(), text.end(), pattern, group), {}};
}

/// Returns every --word in `text`.
Words optionsIn(const std::string& text) {
    static const std::regex option("(--[a-z]+(?:-[a-z]+)*)");
    const std::vector<std::string> options = matchesIn(text, option);
    return {options.begin(), options.end()};
}

/// Returns the help of a command of sinew-cli.
const std::string& helpOf(const std::string& command) {
    static std::map<std::string, std::string> help;
    std::string& text = help[command];
    if (text.empty()) text = succeed(command + " --help").out;
    return text;
}

std::string windowHelp() {
    return runShell("'" SINEW_WINDOW "' --help").out;
}

/// Returns the anchor of a heading, by the rule of GitHub and GitLab.
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const unsigned char c : heading) {
        if (c == ' ') anchor += '-';
        if (std::isalnum(c) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(c));
    }
    return anchor;
}

Words anchorsIn(const std::string& text) {
    static const std::regex heading("(?:^|\n)#+ ([^\n]+)");
    Words anchors;
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
    size_t count = 0;
    for (const fs::path& page : pages()) {
        for (const std::string& line : matchesIn(readFile(page), command)) {
            ++count;
            Words known = optionsIn(helpOf(line.substr(0, line.find(' '))));
            known.insert("--help");
            for (const std::string& used : optionsIn(line)) {
                EXPECT_TRUE(known.contains(used)) << page << ": " << line;
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

TEST(CliReadme, CliPageNamesEveryCommandAndOptionAndNoOthers) {
    ASSERT_EQ(optionsIn("  --shader-dir FOLDER  more"), Words{"--shader-dir"});
    const std::string page = readFile(kRoot / "docs/cli.md");
    const std::regex row("\n\\| `(\\w+)[^`]*` \\|([^\n]*)");
    Words all{"--help", "--version"}, rows;
    for (const std::string command : kCommands) {
        for (const std::string& option : optionsIn(helpOf(command))) {
            EXPECT_TRUE(optionsIn(page).contains(option)) << command << ' ' << option;
            all.insert(option);
        }
        EXPECT_THAT(helpOf(""), HasSubstr("\n  " + command + ' '));
    }
    const std::vector<std::string> first = matchesIn(page, row), rest = matchesIn(page, row, 2);
    for (size_t i = 0; i < first.size(); ++i) {
        if (std::ranges::find(kCommands, first[i]) == std::end(kCommands)) continue;
        rows.insert(first[i]);
        for (const std::string& option : optionsIn(rest[i])) {
            EXPECT_TRUE(optionsIn(helpOf(first[i])).contains(option)) << first[i] << ' ' << option;
        }
    }
    EXPECT_EQ(rows, Words(std::begin(kCommands), std::end(kCommands)));
    for (const std::string& option : optionsIn(page)) EXPECT_TRUE(all.contains(option)) << option;
}

TEST(CliReadme, WindowPageNamesTheOptionsOfTheWindowAndNoOthers) {
    const std::string page = readFile(kRoot / "docs/window.md");
    const size_t begin = page.find("Options of `sinew`:");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(optionsIn(page.substr(begin, page.find(". ", begin) - begin)),
              optionsIn(windowHelp()));
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

TEST(CliReadme, SettingsPageAndCommandNameEveryValue) {
    const std::string page = readFile(kRoot / "docs/settings.md");
    const std::string printed = succeed("settings").out;
    expectLines(printed, 100, "settings");
    for (const SettingWords& setting : settingWords()) {
        EXPECT_THAT(page,
                    HasSubstr(fmt::format("\n| {} | `{}`", setting.name, setting.words[0].word)));
        EXPECT_THAT(printed, HasSubstr(fmt::format("\n{} ", setting.name)));
        for (const SettingWord& word : setting.words) {
            EXPECT_THAT(page, HasSubstr(fmt::format("`{}`", word.word)));
            EXPECT_THAT(printed, HasSubstr(fmt::format(" {} ", word.word)));
            EXPECT_FALSE(word.meaning.empty()) << word.word;
        }
    }
    for (const std::string name : {"bake rate", "joint limit"}) {
        EXPECT_THAT(page, HasSubstr("\n| " + name + " |"));
        EXPECT_THAT(printed, HasSubstr('\n' + name + ' '));
    }
}

TEST(CliHelp, LinesAreShortAndFew) {
    constexpr size_t kMostLines = 45;
    expectLines(helpOf(""), kMostLines, "sinew-cli");
    expectLines(windowHelp(), kMostLines, "sinew");
    for (const std::string command : kCommands) {
        expectLines(helpOf(command), kMostLines, command);
        EXPECT_THAT(helpOf(command), HasSubstr("\nExample: sinew-cli " + command));
    }
}

TEST(CliHelp, FormerOptionNamesWorkWithAWarningAndRemovedOnesAreRefused) {
    const std::string render = "render no-such-model.glb -o a.png ";
    for (const auto& [former, name] :
         {std::pair("--vertex-room 8", "--vertex-budget"), std::pair("--vertex-room=8", "--vertex"),
          std::pair("--sun-turned 10", "--sun-azimuth"),
          std::pair("--sun-raised -5", "--sun-elevation"),
          std::pair("--instance 2", "--first-instance")}) {
        const Outcome run = runCli(render + former);
        EXPECT_THAT(run.lastError, HasSubstr("no-such-model.glb"));
        EXPECT_THAT(run.error, testing::StartsWith("sinew-cli: warning: --"));
        EXPECT_THAT(run.error, HasSubstr(std::string("use ") + name));
    }
    expectRefused(
        render + "--animator model --walk-about",
        testing::Eq("sinew-cli: --walk-about was removed after version 0.1.0; use --root-motion"));
    for (const char* former : {"--vertex-room", "--walk-about"}) {
        EXPECT_THAT(helpOf("render"), testing::Not(HasSubstr(former)));
    }
}

// ---- Tests of docs/copying.md: paths exist, counts of lines are correct, and no listed file
// includes a file that is not listed.

std::string copyingPage() {
    return readFile(kRoot / "docs/copying.md");
}

/// Returns the words in backticks that look like paths of the repository.
Words pathsIn(const std::string& text) {
    static const std::regex code("`([A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+)`");
    const std::vector<std::string> paths = matchesIn(text, code);
    return {paths.begin(), paths.end()};
}

/// Returns the counts of lines by path, from the table rows "| `path` | lines |".
std::map<std::string, long> countsIn(const std::string& text) {
    static const std::regex row("\n\\| `([A-Za-z0-9_./-]+)` \\| (\\d+) \\|");
    std::map<std::string, long> counts;
    const std::vector<std::string> paths = matchesIn(text, row), lines = matchesIn(text, row, 2);
    for (size_t i = 0; i < paths.size(); ++i) counts[paths[i]] = std::stol(lines[i]);
    return counts;
}

/// Returns the file `path`, or the sources in the folder `path`.
std::vector<fs::path> filesAt(const std::string& path) {
    if (fs::is_regular_file(kRoot / path)) return {kRoot / path};
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / path)) {
        const std::string extension = entry.path().extension();
        if (extension == ".h" || extension == ".cpp") files.push_back(entry.path());
    }
    return files;
}

TEST(Copying, EveryPathIsThere) {
    const Words paths = pathsIn(copyingPage());
    EXPECT_GT(paths.size(), 20u);
    for (const std::string& path : paths) EXPECT_TRUE(fs::exists(kRoot / path)) << path;
}

TEST(Copying, EveryCountOfLinesIsRightUpToTens) {
    const auto counts = countsIn(copyingPage());
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
    const std::string text = copyingPage();
    const Words named = pathsIn(text);
    const std::regex include("(?:^|\n)#include \"([^\"]+)\"");
    for (const auto& [path, lines] : countsIn(text)) {
        if (path.starts_with("examples/")) continue;
        for (const fs::path& file : filesAt(path)) {
            for (const std::string& what : matchesIn(readFile(file), include)) {
                bool found = named.contains(what);
                for (size_t end = what.rfind('/'); !found && end != std::string::npos && end > 0;
                     end = what.rfind('/', end - 1)) {
                    const std::string folder = what.substr(0, end);
                    found = named.contains(folder) ||
                            text.find("`" + folder + "` |") != std::string::npos;
                }
                EXPECT_TRUE(found) << file << " includes " << what;
            }
        }
    }
}

#ifdef SINEW_MICRO

Outcome runMicro(const std::string& arguments) {
    return runShell("'" SINEW_MICRO "' " + arguments);
}

/// Returns the words in backticks that end in a slash, from the section of the docs about
/// sinew-micro.
std::vector<std::string> namedInDocs() {
    const std::string docs = readFile(SINEW_SOURCE_DIR "/docs/measuring.md");
    const size_t begin = docs.find("## Steps alone");
    const std::string section = docs.substr(begin, docs.find("\n## ", begin) - begin);
    static const std::regex name("`([^`]*/)`");
    return {std::sregex_token_iterator(section.begin(), section.end(), name, 1), {}};
}

TEST(GpuMicro, RunsAndPrintsWhatTheDocsName) {
    const Outcome run =
        runMicro("--benchmark_min_time=0.0001 " + shipped("mannequin_low.glb").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    std::vector<std::string> names = namedInDocs();
    EXPECT_GT(names.size(), 10u);
    for (const Method method : allMethods()) {
        names.push_back("record-" + std::string(methodName(method)) + "/");
    }
    for (const std::string& name : names) EXPECT_THAT(run.out, HasSubstr("\n" + name)) << name;
    EXPECT_THAT(run.out, testing::Not(HasSubstr("ERROR")));
}

TEST(GpuMicro, BadArgumentsGiveOneLineAndExitCode1) {
    for (const auto& [arguments, words] :
         {std::pair("--nonsense", "'--nonsense'"), std::pair("missing.glb", "missing.glb"),
          std::pair("--benchmark_format=nonsense", ""),
          std::pair("--benchmark_out_format=nonsense", ""),
          std::pair("--benchmark_filter=nonsense", "")}) {
        const Outcome run = runMicro(arguments);
        EXPECT_EQ(run.exitCode, 1) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_EQ(run.error, run.lastError + '\n') << arguments;
        EXPECT_THAT(run.error, HasSubstr(words));
    }
    const Outcome help = runMicro("--help");
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_THAT(help.out,
                testing::AllOf(HasSubstr("MODEL.glb"), HasSubstr("--benchmark_min_time")));
}

#else

TEST(GpuMicro, IsNotBuiltHere) {
    GTEST_SKIP() << "libbenchmark-dev is not installed";
}

#endif

}  // namespace
}  // namespace sinew::test
