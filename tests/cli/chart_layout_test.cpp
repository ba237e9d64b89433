// The layout of charts, for any width and font, as the page and the window use it.
#include "benchmarks/charts/chart_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/charts/charts.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"
#include "tests/cli/example_report.h"

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

/// The box of a text, without ascenders and descenders.
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
    // The lines of the spread do not cross the text.
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
    ASSERT_EQ(layout.tips.size(), 7u);  // crowd sizes
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

}  // namespace
}  // namespace sinew::test
