// Curves with their bands, and labelled points.
#include <algorithm>
#include <cmath>

#include "app/demo/panels/chart_pen.h"
#include "benchmarks/number_text.h"

namespace sinew::chart {
namespace {

constexpr float kShape = 0.5f;     // height of the width
constexpr float kLeast = 12.0f;    // of the text's
constexpr float kMost = 20.0f;     // likewise
constexpr float kBand = 0.06f;     // opacity, blended linearly
constexpr uint32_t kMarkRows = 4;  // words of marks that stand below each other

struct Box {
    ImVec2 low;
    ImVec2 high;

    bool meets(const Box& other) const {
        return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y &&
               other.low.y < high.y;
    }
};

/// From the 5th to the 95th percentile.
void drawBand(const Chart& chart, const Pen& pen, const Area& area, const ChartSeries& series) {
    ImDrawList& draw = pen.draw();
    const ImDrawListFlags flags = draw.Flags;
    draw.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // seams between neighbours would show
    for (size_t i = 1; i < series.points.size(); ++i) {
        const ChartPoint& a = series.points[i - 1];
        const ChartPoint& b = series.points[i];
        draw.AddQuadFilled({area.x(chart.x, a.x), area.y(chart.value, a.low)},
                           {area.x(chart.x, a.x), area.y(chart.value, a.high)},
                           {area.x(chart.x, b.x), area.y(chart.value, b.high)},
                           {area.x(chart.x, b.x), area.y(chart.value, b.low)},
                           ink(series.paint, kBand));
    }
    draw.Flags = flags;
}

void drawCurve(const Chart& chart, const Pen& pen, const Area& area, const ChartSeries& series) {
    const auto at = [&](const ChartPoint& point) {
        return ImVec2{area.x(chart.x, point.x), area.y(chart.value, point.value)};
    };
    for (size_t i = 1; i < series.points.size(); ++i) {
        pen.curve(at(series.points[i - 1]), at(series.points[i]), series.paint);
    }
    for (const ChartPoint& point : series.points) {
        pen.point(at(point), series.paint, 0.24f * pen.em());
    }
}

/// Lines with their words where nothing else has words yet.
void drawMarks(const Chart& chart, const Pen& pen, const Area& area, std::vector<Box>& taken) {
    for (const ChartMark& mark : chart.marks) {
        const ImVec2 size = pen.measure(mark.words);
        const ImU32 color = mark.paint == kBeside ? ink(color::kText, 0.55f) : ink(mark.paint);
        const float dash = 0.4f * pen.em();
        Box words;
        if (mark.vertical) {
            const float x = std::round(area.x(chart.x, mark.at));
            pen.dashes({x, area.top}, {x, area.bottom}, color, 1.0f, dash);
            const bool leftOf = x + size.x + pen.em() > area.right;
            words.low = {leftOf ? x - size.x - 0.4f * pen.em() : x + 0.4f * pen.em(), area.top};
        } else {
            const float y = std::round(area.y(chart.value, mark.at));
            pen.dashes({area.left, y}, {area.right, y}, color, 1.0f, dash);
            words.low = {area.right - size.x - 0.4f * pen.em(), y - pen.line()};
        }
        for (uint32_t row = 0; row < kMarkRows; ++row) {
            words.high = {words.low.x + size.x, words.low.y + size.y};
            const bool free = std::none_of(taken.begin(), taken.end(),
                                           [&](const Box& box) { return words.meets(box); });
            if (free) {
                taken.push_back(words);
                pen.label(words.low, mark.words, ink(color::kText, 0.9f));
                break;
            }
            words.low.y += pen.line();
        }
    }
}

/// Points, joined within a series, with their names beside them where those have room.
void drawPoints(const Chart& chart, const Pen& pen, const Area& area, std::vector<Box>& taken) {
    const float radius = 0.3f * pen.em();
    const auto placeOf = [&](const ChartPoint& point) {
        return ImVec2{area.x(chart.x, point.x), area.y(chart.value, point.value)};
    };
    for (const ChartSeries& series : chart.series) {
        for (size_t i = 1; i < series.points.size(); ++i) {
            pen.dashes(placeOf(series.points[i - 1]), placeOf(series.points[i]),
                       ink(series.paint, 0.6f), 1.0f, 0.4f * pen.em());
        }
        for (const ChartPoint& point : series.points) {
            const ImVec2 at = placeOf(point);
            pen.point(at, series.paint, radius);
            taken.push_back({{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}});
        }
    }
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (point.label.empty()) continue;
            const ImVec2 at = placeOf(point);
            const ImVec2 size = pen.measure(point.label);
            const float gap = 0.6f * pen.em();
            const ImVec2 places[] = {{at.x + gap, at.y - 0.5f * size.y},
                                     {at.x - gap - size.x, at.y - 0.5f * size.y},
                                     {at.x - 0.5f * size.x, at.y - gap - size.y},
                                     {at.x - 0.5f * size.x, at.y + gap},
                                     {at.x + gap, at.y + 0.3f * size.y},
                                     {at.x + gap, at.y - 1.3f * size.y}};
            for (const ImVec2& low : places) {
                const Box box{low, {low.x + size.x, low.y + size.y}};
                const bool inside = low.x >= area.left && box.high.x <= area.right &&
                                    low.y >= area.top && box.high.y <= area.bottom;
                const bool free = std::none_of(taken.begin(), taken.end(),
                                               [&](const Box& other) { return box.meets(other); });
                if (!inside || !free) continue;
                taken.push_back(box);
                pen.text(low, point.label, ink(color::kText, 0.9f));
                break;
            }
        }
    }
}

/// All curves' values at the x that is next to the mouse, the largest first.
void curveTooltip(const Chart& chart, const Pen& pen, const Area& area) {
    const float mouse = ImGui::GetIO().MousePos.x;
    std::optional<double> nearest;
    const auto distance = [&](double x) { return std::abs(area.x(chart.x, x) - mouse); };
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (!nearest || distance(point.x) < distance(*nearest)) nearest = point.x;
        }
    }
    if (!nearest) return;
    const float x = area.x(chart.x, *nearest);
    pen.draw().AddLine({x, area.top}, {x, area.bottom}, ink(color::kText, 0.35f));
    struct Entry {
        const ChartSeries* series;
        const ChartPoint* point;
    };
    std::vector<Entry> entries;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            if (point.x == *nearest) entries.push_back({&series, &point});
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.point->value > b.point->value; });
    ImGui::BeginTooltip();
    ImGui::TextColored(color::kMuted, "%s: %s; %s", chart.x.label.c_str(),
                       tickText(*nearest).c_str(), chart.value.label.c_str());
    for (const Entry& entry : entries) {
        tooltipLine(entry.series->paint, entry.series->name,
                    valueText(entry.point->value, entry.point->low, entry.point->high));
    }
    ImGui::EndTooltip();
}

void pointTooltip(const Chart& chart, const Pen& pen, const Area& area) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            const ImVec2 at{area.x(chart.x, point.x), area.y(chart.value, point.value)};
            if (std::hypot(at.x - mouse.x, at.y - mouse.y) > pen.em()) continue;
            ImGui::BeginTooltip();
            ImGui::TextUnformatted(series.name.c_str());
            ImGui::TextColored(color::kMuted, "%s %s", numberText(point.value).c_str(),
                               chart.value.label.c_str());
            ImGui::TextColored(color::kMuted, "%s %s", tickText(point.x).c_str(),
                               chart.x.label.c_str());
            ImGui::EndTooltip();
            return;
        }
    }
}

float areaHeight(const Pen& pen, float width) {
    return std::clamp(kShape * width, kLeast * pen.em(), kMost * pen.em());
}

}  // namespace

float plotHeight(const Chart& chart, const Pen& pen, float width) {
    return pen.line() + areaHeight(pen, width) + pen.bottomAxisHeight(chart.x);
}

void drawPlot(const Chart& chart, const Pen& pen, ImVec2 at, float width) {
    const float edge = 0.8f * pen.em();  // so that the last tick's text and points are whole
    Area area{at.x, at.y + pen.line(), at.x + width - edge,
              at.y + pen.line() + areaHeight(pen, width)};
    area.left += pen.leftAxisWidth(area, chart.value);
    pen.text({at.x, at.y - 0.2f * pen.em()}, chart.value.label, ink(color::kMuted));
    pen.leftAxis(area, chart.value);
    pen.bottomAxis(area, chart.x);
    pen.draw().AddLine({area.left, area.top}, {area.left, area.bottom}, ink(color::kMuted, 0.6f));
    pen.draw().AddLine({area.left, area.bottom}, {area.right, area.bottom},
                       ink(color::kMuted, 0.6f));
    const bool curves = chart.kind == Chart::Kind::curves;
    std::vector<Box> taken;
    if (curves) {
        for (const ChartSeries& series : chart.series) drawBand(chart, pen, area, series);
        for (const ChartSeries& series : chart.series) drawCurve(chart, pen, area, series);
        drawMarks(chart, pen, area, taken);
    } else {
        drawMarks(chart, pen, area, taken);
        drawPoints(chart, pen, area, taken);
    }
    if (!ImGui::IsItemHovered() || !area.contains(ImGui::GetIO().MousePos)) return;
    if (curves) {
        curveTooltip(chart, pen, area);
    } else {
        pointTooltip(chart, pen, area);
    }
}

}  // namespace sinew::chart
