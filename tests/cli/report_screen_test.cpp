// The benchmark's output in the terminal, and the tables of kernels.
#include "benchmarks/report/report_screen.h"

#include <sstream>

#include "benchmarks/charts/charts.h"
#include "benchmarks/report/report_table.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/verdict.h"
#include "tests/cli/commands.h"
#include "tests/cli/example_report.h"

namespace sinew::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// One section with the first point of the example.
Report onePoint() {
    Report report = exampleReport();
    report.sections.resize(1);
    Section& section = report.sections[0];
    section.rows.resize(pointsOf(section).front().size());
    section.kernels.clear();
    conclude(section);
    return report;
}

TEST(ReportScreen, APointIsATableOf24LinesOf100Columns) {
    for (const Report& report : {onePoint(), exampleReport()}) {
        const std::vector<std::string> lines = linesOf(reportScreen(report));
        for (const std::string& line : lines) EXPECT_LE(line.size(), 100u) << line;
    }
    EXPECT_LE(linesOf(reportScreen(onePoint())).size(), 24u);
}

TEST(ReportScreen, ChoicesAreSortedByFrameTimeAndTheFastestIsMarked) {
    const Report report = onePoint();
    const std::string text = reportScreen(report);
    const Verdict& verdict = report.sections[0].verdicts[0];
    size_t last = 0;
    for (const RankedChoice& ranked : verdict.ranking) {
        const size_t at = text.find(' ' + choiceText(ranked.choice) + ' ', text.find("of size"));
        ASSERT_NE(at, std::string::npos) << choiceText(ranked.choice);
        EXPECT_GT(at, last);
        last = at;
    }
    EXPECT_EQ(text.find("\n> ") != std::string::npos, verdict.winner.has_value());
    EXPECT_EQ(text.find("no clear winner") != std::string::npos, !verdict.winner);
    EXPECT_THAT(text, HasSubstr("Recommended: "));
    EXPECT_THAT(text, HasSubstr("in the passes"));
}

TEST(ReportScreen, CaveatsAreAboveTheTables) {
    Report report = onePoint();
    report.device.type = DeviceType::cpu;
    report.conditions.validated = true;
    report.sections[0].rows[0].disturbedBlocks = 3;
    const std::string text = reportScreen(report);
    const std::string above = text.substr(0, text.find("frame time"));
    EXPECT_THAT(above, HasSubstr("Caution: Software renderer"));
    EXPECT_THAT(above, HasSubstr("Caution: Other programs were busy in 3 of "));
    EXPECT_THAT(above, HasSubstr("Caution: The validation layer was on"));
    EXPECT_THAT(reportScreen(onePoint()), Not(HasSubstr("Caution")));
    for (Row& row : report.sections[0].rows) row.frame = steadyTiming(1, 3);
    conclude(report.sections[0]);
    EXPECT_THAT(reportScreen(report), HasSubstr("Caution: Too few frames for a ranking at 1 of 1"));
}

TEST(ReportScreen, ManyPointsAreAGridWithoutDetails) {
    const Report report = exampleReport();
    const std::string screen = reportScreen(report);
    EXPECT_THAT(screen, HasSubstr("  frame time, ms"));
    EXPECT_THAT(screen, Not(HasSubstr("CPU record")));
    EXPECT_THAT(reportTable(onePoint()), HasSubstr("CPU record"));
}

/// The example's kernels, timed with ten instances and with a hundred.
Report twoSizes() {
    Report report = exampleReport();
    std::vector<KernelRow>& kernels = report.sections[0].kernels;
    const std::vector<KernelRow> hundred = kernels;
    for (KernelRow& kernel : kernels) kernel.instances = 10;
    kernels.insert(kernels.end(), hundred.begin(), hundred.end());
    return report;
}

TEST(KernelTables, EachNumberOfInstancesHasItsOwn) {
    const Report report = twoSizes();
    const std::string text = reportTable(report);
    EXPECT_THAT(text, HasSubstr("skinning kernels alone, 10 instances\n"));
    EXPECT_THAT(text, HasSubstr("skinning kernels alone, 100 instances\n"));
    EXPECT_EQ(countOf(text, "\n  wicked "), 2u);
}

TEST(KernelTables, ChartsAreOfTheLargestCrowd) {
    std::vector<std::string> titles;
    for (const Chart& chart : chartsOf(twoSizes().sections[0])) {
        if (chart.title.starts_with("Skinning kernels")) {
            titles.push_back(chart.title);
            EXPECT_EQ(chart.categories.size(), 5u);
        }
    }
    EXPECT_THAT(titles, ElementsAre("Skinning kernels, 100 instances"));
}

TEST(KernelTables, KernelsAreComparedWithOurs) {
    const Report report = exampleReport();
    const std::vector<KernelRow>& kernels = report.sections[0].kernels;
    EXPECT_FALSE(kernels[0].ratio);
    ASSERT_TRUE(kernels[3].ratio);
    EXPECT_NEAR(kernels[3].ratio->ratio, (152.0 / 2350) / (56.0 / 2100), 0.02);
    EXPECT_LT(kernels[3].ratio->low, kernels[3].ratio->ratio);
    const std::string text = reportTable(report);
    const size_t begin = text.find("\n  o3de ");
    ASSERT_NE(begin, std::string::npos);
    EXPECT_THAT(text.substr(begin, text.find('\n', begin + 1) - begin),
                HasSubstr(ratioText(*kernels[3].ratio)));
}

}  // namespace
}  // namespace sinew::test
