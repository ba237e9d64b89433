// Bars and dots: a line for each category, values along the bottom.
#include <algorithm>

#include "app/demo/panels/chart_pen.h"
#include "benchmarks/number_text.h"

namespace sinew::chart {
namespace {

constexpr float kRow = 1.3f;         // height of a category, of the text's
constexpr float kGroupGap = 0.55f;   // between groups of several lines
constexpr float kMostLabels = 0.4f;  // of the width; longer ones stand above their lines

struct Layout {
    bool groupsAbove = false;
    float labels = 0;  // width of what stands left of the bars
    float texts = 0;   // and right of them
    float marks = 0;   // height of their words, above
};

bool startsGroup(const Chart& chart, size_t i) {
    return i == 0 || chart.categories[i].group != chart.categories[i - 1].group;
}
/// Some group has several lines.
bool isGrouped(const Chart& chart) {
    for (size_t i = 1; i < chart.categories.size(); ++i) {
        if (!startsGroup(chart, i)) return true;
    }
    return false;
}

Layout layoutOf(const Chart& chart, const Pen& pen, float width) {
    Layout layout;
    float groups = 0;
    float labels = 0;
    for (const ChartCategory& category : chart.categories) {
        groups = std::max(groups, pen.measure(category.group).x);
        if (!category.label.empty()) {
            labels = std::max(labels, pen.measure(category.label).x + 0.8f * pen.em());
        }
        layout.texts = std::max(layout.texts, pen.measure(category.text).x);
    }
    layout.texts += 0.8f * pen.em();
    layout.groupsAbove = groups + labels > kMostLabels * width;
    layout.labels = (layout.groupsAbove ? 0.0f : groups) + labels + 0.6f * pen.em();
    if (!chart.marks.empty()) layout.marks = pen.line();
    return layout;
}

/// Of each category's line from the top of all; at the end the height of all.
std::vector<float> linesOf(const Chart& chart, const Pen& pen, const Layout& layout) {
    std::vector<float> tops;
    const bool gaps = isGrouped(chart);
    float y = 0;
    for (size_t i = 0; i < chart.categories.size(); ++i) {
        if (startsGroup(chart, i)) {
            if (i > 0 && gaps) y += kGroupGap * pen.em();
            if (layout.groupsAbove) y += pen.line();
        }
        tops.push_back(y);
        y += kRow * pen.em();
    }
    tops.push_back(y);
    return tops;
}

void whisker(const Pen& pen, float low, float high, float y) {
    const float half = 0.22f * pen.em();
    const ImU32 color = ink(color::kText, 0.75f);
    pen.draw().AddLine({low, y}, {high, y}, color);
    for (const float x : {low, high}) pen.draw().AddLine({x, y - half}, {x, y + half}, color);
}

/// Its series on top of each other. Returns where it ends.
float drawStack(const Chart& chart, const Pen& pen, const Area& area, size_t i, float top) {
    const ChartCategory& category = chart.categories[i];
    const bool alone = chart.series.size() == 1;  // then the category has the colour
    double sum = 0;
    float end = area.left;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (static_cast<size_t>(point.x) != i) continue;
            sum += point.value;
            const float right = area.x(chart.value, sum);
            pen.draw().AddRectFilled({end, top + 0.16f * pen.em()},
                                     {right, top + (kRow - 0.16f) * pen.em()},
                                     ink(alone ? category.paint : series.paint));
            end = right;
        }
    }
    if (category.low == category.high) return end;
    const float high = area.x(chart.value, category.high);
    whisker(pen, area.x(chart.value, category.low), high, top + 0.5f * kRow * pen.em());
    return std::max(end, high);
}

/// A point of each series, and a line between them.
float drawDots(const Chart& chart, const Pen& pen, const Area& area, size_t i, float top) {
    const float y = top + 0.5f * kRow * pen.em();
    float least = area.right;
    float most = area.left;
    for (const bool points : {false, true}) {
        for (const ChartSeries& series : chart.series) {
            for (const ChartPoint& point : series.points) {
                if (static_cast<size_t>(point.x) != i) continue;
                const float x = area.x(chart.value, point.value);
                least = std::min(least, x);
                most = std::max(most, x);
                if (points) pen.point({x, y}, series.paint, 0.3f * pen.em());
            }
        }
        if (!points && most > least) {
            pen.draw().AddLine({least, y}, {most, y}, ink(color::kMuted, 0.6f));
        }
    }
    return area.right;  // their texts stand below each other
}

void drawLabels(const Chart& chart, const Pen& pen, const Layout& layout, size_t i, float left,
                const Area& area, float top) {
    const ChartCategory& category = chart.categories[i];
    const float baseline = top + 0.5f * (kRow - 1.0f) * pen.em();
    if (startsGroup(chart, i)) {
        const float y = layout.groupsAbove ? top - pen.line() : baseline;
        pen.text({left, y}, category.group, ink(color::kText));
    }
    pen.text({area.left - 0.6f * pen.em(), baseline}, category.label, ink(color::kMuted), 1.0f);
}

void tooltip(const Chart& chart, size_t i) {
    const ChartCategory& category = chart.categories[i];
    const bool alone = chart.series.size() == 1;
    ImGui::BeginTooltip();
    ImGui::Text("%s %s", category.group.c_str(), category.label.c_str());
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (static_cast<size_t>(point.x) != i) continue;
            tooltipLine(alone ? category.paint : series.paint, series.name,
                        valueText(point.value, point.low, point.high));
        }
    }
    if (!category.text.empty()) {
        ImGui::TextColored(color::kMuted, "%s", category.text.c_str());
        if (category.low != category.high) {
            ImGui::SameLine();
            ImGui::TextColored(color::kMuted, "(%s\xe2\x80\x93%s)",
                               numberText(category.low).c_str(), numberText(category.high).c_str());
        }
    }
    ImGui::EndTooltip();
}

void drawMarks(const Chart& chart, const Pen& pen, const Area& area) {
    for (const ChartMark& mark : chart.marks) {
        const float x = std::round(area.x(chart.value, mark.at));
        pen.dashes({x, area.top}, {x, area.bottom}, ink(color::kText, 0.5f), 1.0f,
                   0.35f * pen.em());
        const float half = 0.5f * pen.measure(mark.words).x;
        pen.text({std::clamp(x, area.left + half, std::max(area.right - half, area.left + half)),
                  area.top - pen.line()},
                 mark.words, ink(color::kMuted), 0.5f);
    }
}

}  // namespace

float barsHeight(const Chart& chart, const Pen& pen, float width) {
    const Layout layout = layoutOf(chart, pen, width);
    return layout.marks + linesOf(chart, pen, layout).back() + pen.bottomAxisHeight(chart.value);
}

void drawBars(const Chart& chart, const Pen& pen, ImVec2 at, float width) {
    const Layout layout = layoutOf(chart, pen, width);
    const std::vector<float> lines = linesOf(chart, pen, layout);
    const float top = at.y + layout.marks;
    const Area area{at.x + layout.labels, top, at.x + width - layout.texts, top + lines.back()};
    pen.bottomAxis(area, chart.value);
    for (size_t i = 0; i < chart.categories.size(); ++i) {
        const float y = top + lines[i];
        const Area line{at.x, y, at.x + width, y + kRow * pen.em()};
        const bool hovered = ImGui::IsItemHovered() && line.contains(ImGui::GetIO().MousePos);
        if (hovered) {
            pen.draw().AddRectFilled({line.left, line.top}, {line.right, line.bottom},
                                     ink(color::kText, 0.05f), 0.25f * pen.em());
        }
        drawLabels(chart, pen, layout, i, at.x, area, y);
        const float end = chart.kind == Chart::Kind::bars ? drawStack(chart, pen, area, i, y)
                                                          : drawDots(chart, pen, area, i, y);
        pen.text({end + 0.4f * pen.em(), y + 0.5f * (kRow - 1.0f) * pen.em()},
                 chart.categories[i].text, ink(color::kText, 0.9f));
        if (hovered) tooltip(chart, i);
    }
    pen.draw().AddLine({area.left, area.top}, {area.left, area.bottom}, ink(color::kMuted, 0.6f));
    drawMarks(chart, pen, area);
}

}  // namespace sinew::chart
