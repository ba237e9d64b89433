// Draws the texts, axes and legends of charts, and selects the layout function of a chart.
#include "benchmarks/charts/chart_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/charts/chart_builder.h"
#include "benchmarks/report/number_text.h"

namespace sinew::chart {

std::string spreadText(double value, double low, double high) {
    if (low == high) return numberText(value);
    return fmt::format("{} ({}\u2013{})", numberText(value), numberText(low), numberText(high));
}

std::string Builder::shortened(const std::string& text, double width) const {
    if (widthOf(text) <= width) return text;
    std::string out = text;
    do {
        while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80) {
            out.pop_back();
        }
        if (!out.empty()) out.pop_back();
    } while (!out.empty() && widthOf(out + "\u2026") > width);
    return out + "\u2026";
}

void Builder::text(Point at, const std::string& words, const Ink& ink, Anchor anchor) {
    if (!words.empty()) add(Text{at, words, ink, anchor});
}

void Builder::dashed(Point from, Point to, const Ink& ink) {
    add(Line{from, to, ink, 0.1 * em(), 0.4 * em()});
}

bool Builder::addLabel(Point low, const std::string& words, const Ink& ink, const Area& within) {
    const Box box{low, {low.x + widthOf(words), low.y + em()}};
    const bool inside = low.x >= within.left && box.high.x <= within.right && low.y >= within.top &&
                        box.high.y <= within.bottom;
    if (!inside || std::any_of(taken_.begin(), taken_.end(),
                               [&](const Box& other) { return box.meets(other); })) {
        return false;
    }
    taken_.push_back(box);
    text({low.x, low.y + 0.5 * em()}, words, ink);
    return true;
}

double Builder::legend(double y) {
    if (chart_.series.size() < 2) return y;
    double x = 0;
    y += 0.5 * line();
    for (const ChartSeries& series : chart_.series) {
        const double swatch = 0.8 * em();
        const double width = swatch + gap() + widthOf(series.name);
        if (x > 0 && x + width > width_) {
            x = 0;
            y += line();
        }
        if (chart_.kind == Chart::Kind::dots) {
            add(Dot{{x + 0.5 * swatch, y}, 0.4 * em(), series.paint});
        } else {
            add(Rectangle{{{x, y - 0.5 * swatch}, {x + swatch, y + 0.5 * swatch}}, series.paint});
        }
        text({x + swatch + gap(), y}, series.name, kMuted);
        x += width + 1.2 * em();
    }
    return y + line();
}

void Builder::bottomAxis(const Area& area, const Axis& axis) {
    const double spacing = std::max(widthOf(tickText(axis.high)), 2 * em()) + 1.2 * em();
    const auto most = static_cast<uint32_t>(std::max((area.right - area.left) / spacing, 2.0));
    const double y = area.bottom + gap() + 0.5 * em();
    for (const double tick : ticksOf(axis, most)) {
        const double x = area.x(axis, tick);
        add(Line{{x, area.top}, {x, area.bottom}, kGrid});
        text({x, y}, tickText(tick), kMuted, Anchor::middle);
    }
    text({area.right, y + line()}, axis.label, kMuted, Anchor::end);
    out_.height = area.bottom + bottomAxisHeight();
}

Layout layoutOf(const Chart& chart, double width, const Letters& letters) {
    const bool lines = chart.kind == Chart::Kind::bars || chart.kind == Chart::Kind::dots;
    return lines ? layoutOfLines(chart, width, letters) : layoutOfPlane(chart, width, letters);
}

}  // namespace sinew::chart
