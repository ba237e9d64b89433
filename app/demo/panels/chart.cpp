// What stands around every kind of chart: title, legend, remark.
#include "app/demo/panels/chart.h"

#include "app/demo/panels/chart_pen.h"

namespace sinew {
namespace {

using chart::Pen;

/// Muted, wrapped at `width` from the cursor.
void words(const std::string& text, const ImVec4& color, float width) {
    if (text.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

/// Series that the chart itself does not name.
bool hasLegend(const Chart& chart) {
    return chart.kind != Chart::Kind::scatter && chart.series.size() > 1;
}

/// Names in as many lines as they take. Returns the height; draws where `visible`.
float legend(const Chart& chart, const Pen& pen, ImVec2 at, float width, bool visible) {
    const bool curves = chart.kind == Chart::Kind::curves;
    const float swatch = (curves ? 2.7f : 1.0f) * pen.em();
    ImVec2 place = at;
    for (const ChartSeries& series : chart.series) {
        const float needed = swatch + pen.measure(series.name).x;
        if (place.x > at.x && place.x + needed > at.x + width) {
            place = {at.x, place.y + pen.line()};
        }
        if (visible) {
            pen.swatch(place, series.paint, curves);
            pen.text({place.x + swatch, place.y}, series.name, chart::ink(color::kText, 0.9f));
        }
        place.x += needed + 1.2f * pen.em();
    }
    return place.y + 1.6f * pen.line() - at.y;
}

}  // namespace

void drawChart(const Chart& chart, const Interface& interface, float width) {
    const Pen pen(interface);
    const bool bars = chart.kind == Chart::Kind::bars || chart.kind == Chart::Kind::dots;
    ImGui::BeginGroup();
    ImGui::PushFont(interface.heading());
    words(chart.title, color::kText, width);
    ImGui::PopFont();
    words(chart.subtitle, color::kMuted, width);

    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float above = hasLegend(chart) ? legend(chart, pen, at, width, false) : 0.5f * pen.em();
    const float height = above + (bars ? chart::barsHeight(chart, pen, width)
                                       : chart::plotHeight(chart, pen, width));
    ImGui::Dummy({width, height});
    if (ImGui::IsItemVisible()) {
        if (hasLegend(chart)) legend(chart, pen, at, width, true);
        const ImVec2 low{at.x, at.y + above};
        if (bars) {
            chart::drawBars(chart, pen, low, width);
        } else {
            chart::drawPlot(chart, pen, low, width);
        }
    }
    words(chart.remark, color::kMuted, width);
    ImGui::EndGroup();
}

}  // namespace sinew
