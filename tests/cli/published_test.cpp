// What is published agrees with what it was made from. SINEW_UPDATE_PUBLISHED=1 writes it anew.
#include <cstdlib>

#include "benchmarks/report/report_json.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "tests/cli/commands.h"
#include "tests/cli/report_markdown.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = SINEW_SOURCE_DIR;

void expectPublished(const fs::path& file, const std::string& wanted) {
    if (std::getenv("SINEW_UPDATE_PUBLISHED")) writeFile(file, wanted);
    EXPECT_EQ(readFile(file), wanted) << file;
}

TEST(Published, SchemaIsTheOneThatReportsAreWrittenBy) {
    expectPublished(kSource / "benchmarks/report.schema.json", reportSchema().dump(2) + '\n');
}

/// All tables of the published reports.
std::string publishedTables() {
    const fs::path folder = kSource / "benchmarks/results";
    std::string tables;
    for (const std::string& file : namesIn(folder)) {
        if (!file.ends_with(".json")) continue;
        const Report report = readReport((folder / file).string());
        EXPECT_FALSE(report.partial) << file;
        EXPECT_FALSE(report.conditions.validated) << file;
        tables += '\n' + reportMarkdown(report);
    }
    return tables;
}

/// `tables` stand in the file between a comment that names them and the next end.
void expectPublishedIn(const fs::path& file, const std::string& what, const std::string& tables) {
    const std::string text = readFile(file);
    const std::string opening = "<!-- published: " + what + " -->\n";
    const size_t begin = text.find(opening);
    const size_t end = text.find("\n<!-- end -->", begin);
    ASSERT_NE(begin, std::string::npos) << opening;
    ASSERT_NE(end, std::string::npos) << file;
    expectPublished(file, text.substr(0, begin) + opening + tables + text.substr(end));
}

TEST(Published, TablesInTheResultsAreThoseOfTheReports) {
    expectPublishedIn(kSource / "docs/results.md", "benchmarks/results", publishedTables());
}

TEST(Published, TheTableInTheReadmeIsOneOfThem) {
    const std::string tables = publishedTables();
    const size_t begin = tables.find("\nmmo-dungeon: ");
    ASSERT_NE(begin, std::string::npos);
    const size_t end = tables.find("\n| CPU time", begin);
    ASSERT_NE(end, std::string::npos);
    expectPublishedIn(kSource / "README.md", "mmo-dungeon", tables.substr(begin, end - begin));
}

/// What each method has a use for, as the program has it.
std::string featureTable() {
    std::string table = "\n| |", line = "|---|";
    for (const Method method : allMethods()) {
        table += " `" + std::string(methodName(method)) + "` |";
        line += ":-:|";
    }
    table += '\n' + line + '\n';
    const auto row = [&](const std::string& name, const auto& has) {
        table += "| " + name + " |";
        for (const Method method : allMethods()) table += has(method) ? " yes |" : " |";
        table += '\n';
    };
    row("skins once, however many passes",
        [](Method m) { return !skinningMethod(m).facts.passesSkin; });
    row("layers and additive clips", [](Method m) { return !skinningMethod(m).facts.bakes; });
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words.subspan(1)) {  // the first is the default
            row(fmt::format("`{}`: {}", word.word, word.meaning), [&](Method method) {
                // Packed keys are of poses on the GPU.
                SkinChoice choice{.method = method, .settings = {.poses = PosedBy::gpu}};
                word.apply(choice.settings);
                return word.is(supported(choice));
            });
        }
    }
    return table;
}

TEST(Published, TheTableOfFeaturesIsTheProgram) {
    expectPublishedIn(kSource / "docs/results.md", "features", featureTable());
}

}  // namespace
}  // namespace sinew::test
