// What is published agrees with what it was made from. SINEW_UPDATE_PUBLISHED=1 writes it anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "benchmarks/report_json.h"
#include "benchmarks/report_markdown.h"
#include "tests/cli/program.h"

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

TEST(Published, FiguresInTheReadmeAreThoseOfTheReports) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kSource / "benchmarks/results")) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    ASSERT_FALSE(files.empty());
    std::string tables;
    for (const fs::path& file : files) {
        const Report report = readReport(file.string());
        EXPECT_FALSE(report.partial) << file;
        EXPECT_FALSE(report.conditions.validated) << file;
        tables += '\n' + reportMarkdown(report);
    }
    const std::string readme = readFile(kSource / "README.md");
    constexpr const char* kBegin = "<!-- published: benchmarks/results -->\n";
    constexpr const char* kEnd = "\n<!-- end -->";
    const size_t begin = readme.find(kBegin);
    const size_t end = readme.find(kEnd, begin);
    ASSERT_NE(begin, std::string::npos);
    ASSERT_NE(end, std::string::npos);
    expectPublished(kSource / "README.md",
                    readme.substr(0, begin) + kBegin + tables + readme.substr(end));
}

}  // namespace
}  // namespace sinew::test
