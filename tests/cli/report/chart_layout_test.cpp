// Tests the layout of charts for any width and font, as the page and the window use it. Also tests
// the result of a benchmark in the terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "benchmarks/charts/chart_layout.h"
#include "benchmarks/charts/charts.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"
#include "benchmarks/report/report_formats.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/verdict.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using chart::Anchor;
using chart::Box;
using chart::Layout;
using testing::HasSubstr;

constexpr double kEm = 12;

double widthOf(const std::string& text) {
    return 0.55 * kEm * static_cast<double>(lettersIn(text));
}
Layout laidOut(const Chart& chart, double width) {
    return chart::layoutOf(chart, width, {kEm, widthOf});
}

template <typename T>
std::vector<T> allOf(const Layout& layout) {
    std::vector<T> found;
    for (const chart::Shape& shape : layout.shapes) {
        if (const T* one = std::get_if<T>(&shape)) found.push_back(*one);
    }
    return found;
}

/// Returns the box of a text, without ascenders and descenders.
Box boxOf(const chart::Text& text) {
    const double width = widthOf(text.words);
    const double left = text.at.x - 0.5 * static_cast<double>(text.anchor) * width;
    return {{left, text.at.y - 0.4 * kEm}, {left + width, text.at.y + 0.4 * kEm}};
}

std::vector<Chart> exampleCharts() {
    std::vector<Chart> charts;
    for (const Section& section : exampleReport().sections) {
        for (Chart& chart : chartsOf(section)) charts.push_back(std::move(chart));
    }
    return charts;
}

Chart exampleCurves() {
    return curveChart(exampleReport().sections[0], Measure::frame, Crossover::Axis::instances, 1);
}

TEST(ChartLayout, TextsAreInsideAndDoNotTouchEachOther) {
    for (const Chart& chart : exampleCharts()) {
        for (const double width : {420.0, 560.0, 900.0}) {
            const Layout layout = laidOut(chart, width);
            const std::vector<chart::Text> texts = allOf<chart::Text>(layout);
            ASSERT_GT(texts.size(), 4u);
            for (const chart::Text& text : texts) {
                SCOPED_TRACE(fmt::format("{}, {}: {}", chart.title, width, text.words));
                const Box box = boxOf(text);
                EXPECT_GE(box.low.x, -1);
                EXPECT_LE(box.high.x, width + 1);
                EXPECT_GE(box.low.y, 0);
                EXPECT_LE(box.high.y, layout.height);
                for (const chart::Text& other : texts) {
                    if (&other == &text) break;
                    EXPECT_FALSE(box.meets(boxOf(other))) << other.words;
                }
            }
        }
    }
}

Chart oneBar(double value, double low, double high) {
    return {.kind = Chart::Kind::bars,
            .value = {.label = "ms", .high = 100},
            .categories = {{.group = "compute", .text = "value", .low = low, .high = high}},
            .series = {{.name = "skin", .points = {{0, value, low, high, {}}}}}};
}

TEST(ChartLayout, ABarsTextIsAtItsValueAndNotAtTheEndOfItsSpread) {
    const auto labelBoxOf = [](const Layout& layout) {
        for (const chart::Text& text : allOf<chart::Text>(layout)) {
            if (text.words == "value") return boxOf(text);
        }
        return Box{};
    };
    const Layout steady = laidOut(oneBar(40, 40, 40), 500);
    const Layout spread = laidOut(oneBar(40, 10, 90), 500);
    const Box label = labelBoxOf(spread);
    const Box bar = allOf<chart::Rectangle>(spread).at(0).box;
    EXPECT_EQ(label.low.x, labelBoxOf(steady).low.x);
    EXPECT_GT(label.low.x, bar.high.x);
    EXPECT_LT(label.low.x, bar.high.x + kEm);
    // The lines that show the spread do not cross the label.
    size_t longer = 0;
    for (const chart::Line& line : allOf<chart::Line>(spread)) {
        if (line.ink.role != chart::Ink::Role::text) continue;
        const Box box{line.from, {line.to.x + 1, line.to.y + 1}};
        EXPECT_FALSE(box.meets(label));
        longer += line.from.x < bar.high.x && line.to.x > label.high.x;
    }
    EXPECT_EQ(longer, 1u);
}

TEST(ChartLayout, EveryPartOfABarHasAColorOfThePalette) {
    for (const Chart& chart : exampleCharts()) {
        for (const chart::Rectangle& part : allOf<chart::Rectangle>(laidOut(chart, 560))) {
            ASSERT_LE(part.paint.family, Paint::Family::plain) << chart.title;
            EXPECT_LT(part.paint.index, colorCount(part.paint.family)) << chart.title;
        }
    }
}

TEST(ChartLayout, WideLabelsAreAboveTheirBars) {
    Chart chart = oneBar(40, 40, 40);
    chart.categories[0].group = std::string(60, 'x');
    const Layout layout = laidOut(chart, 500);
    const Box bar = allOf<chart::Rectangle>(layout).at(0).box;
    EXPECT_LT(bar.low.x, 30);
    EXPECT_LE(boxOf(allOf<chart::Text>(layout).back()).high.x, 500);
    for (const chart::Text& text : allOf<chart::Text>(layout)) {
        if (text.words != chart.categories[0].group) continue;
        EXPECT_LT(text.at.y, bar.low.y);
    }
}

TEST(ChartLayout, TipsListEveryCurveAtEachX) {
    const Chart chart = exampleCurves();
    const Layout layout = laidOut(chart, 560);
    ASSERT_EQ(layout.tips.size(), 7u);  // one for each crowd size
    EXPECT_EQ(layout.tips[0].entries.size(), chart.series.size());
    EXPECT_THAT(layout.tips[0].title, HasSubstr("instances: 1; "));
    for (size_t i = 1; i < layout.tips.size(); ++i) {
        EXPECT_DOUBLE_EQ(layout.tips[i].box.low.x, layout.tips[i - 1].box.high.x);
    }
    EXPECT_THAT(svgOf(chart), HasSubstr("<title>instances: 1; "));
}

TEST(ChartLayout, SecondChoicesOfAMethodAreDashed) {
    const Chart chart = exampleCurves();
    for (const chart::Line& line : allOf<chart::Line>(laidOut(chart, 560))) {
        const bool curve = line.ink.role == chart::Ink::Role::paint && line.width > 0.15 * kEm;
        EXPECT_TRUE(!curve || (line.dash > 0) == (line.ink.paint.variant > 0));
    }
}

using ::testing::ElementsAre;
using ::testing::Not;

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Returns the example report with one section, reduced to the rows of one point: the first crowd
/// size and number of passes.
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

TEST(ReportScreen, AccelerationStructuresAreNamedBelowTheMemoryOfEachMethod) {
    Report report = onePoint();
    EXPECT_THAT(reportScreen(report), Not(HasSubstr("acceleration structures")));
    Row& row = report.sections[0].rows[0];
    row.trace = RowTrace{.structureBytes = 20 * 1024 * row.instances};
    EXPECT_THAT(reportScreen(report),
                HasSubstr("use 20.0 KiB of acceleration structures per instance"));
    Row& other = report.sections[0].rows[1];
    other.trace = RowTrace{.structureBytes = 30 * 1024 * other.instances};
    EXPECT_THAT(reportScreen(report), HasSubstr("use 20.0 KiB to 30.0 KiB of acceleration"));
}

TEST(ReportScreen, ManyPointsAreAGridWithoutDetails) {
    const Report report = exampleReport();
    const std::string screen = reportScreen(report);
    EXPECT_THAT(screen, HasSubstr("  frame time, ms"));
    EXPECT_THAT(screen, Not(HasSubstr("CPU record")));
    EXPECT_THAT(reportTable(onePoint()), HasSubstr("CPU record"));
}

/// Returns the example report with all kernels timed twice: with ten instances and with a hundred.
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
