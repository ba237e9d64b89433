// Draws a chart's shapes as SVG elements.
#include "benchmarks/charts/svg.h"

#include <fmt/format.h>

#include "benchmarks/charts/chart_layout.h"
#include "benchmarks/charts/markup.h"

namespace sinew {
namespace {

constexpr double kChartWidth = 560;
constexpr double kLetterSize = 11.5;  // equal to the font size in html_style.cpp
constexpr double kLetterWidth = 6.4;

class Pen {
public:
    std::string body;

    void operator()(const chart::Rectangle& r) {
        rect(r.box, fmt::format("fill:{}", variableOf(r.paint)), "");
    }
    void operator()(const chart::Line& l) {
        body += fmt::format(
            R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" style="stroke:{};stroke-width:{:.2g}{}"/>)",
            l.from.x, l.from.y, l.to.x, l.to.y, colorOf(l.ink), l.width,
            l.dash > 0 ? fmt::format(";stroke-dasharray:{:.1f} {:.1f}", l.dash, 0.8 * l.dash) : "");
    }
    void operator()(const chart::Dot& d) {
        body += fmt::format(
            R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" style="{}"/>)", d.at.x, d.at.y, d.radius,
            d.paint.variant == 0 ? fmt::format("fill:{};stroke:var(--ground)", variableOf(d.paint))
                                 : fmt::format("fill:var(--ground);stroke:{};stroke-width:1.8",
                                               variableOf(d.paint)));
    }
    void operator()(const chart::Band& b) {
        std::string points;
        for (const chart::Point& p : b.above) points += fmt::format("{:.1f},{:.1f} ", p.x, p.y);
        for (auto p = b.below.rbegin(); p != b.below.rend(); ++p) {
            points += fmt::format("{:.1f},{:.1f} ", p->x, p->y);
        }
        body += fmt::format(R"(<polygon points="{}" style="fill:{};opacity:.16"/>)", points,
                            variableOf(b.paint));
    }
    void operator()(const chart::Text& t) {
        constexpr const char* kAnchors[] = {"start", "middle", "end"};
        body += fmt::format(
            R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" style="fill:{}{}">{}</text>)", t.at.x,
            t.at.y + 0.35 * kLetterSize, kAnchors[static_cast<int>(t.anchor)], colorOf(t.ink),
            t.bold ? ";font-weight:600" : "", escaped(t.words));
    }
    void tip(const chart::Tip& tip) {
        std::string text = tip.title;
        for (const chart::Tip::Entry& entry : tip.entries) {
            text += fmt::format("\n{}: {}", entry.name, entry.value);
        }
        rect(tip.box, "fill:none;pointer-events:all",
             fmt::format("<title>{}</title>", escaped(text)));
    }

private:
    static std::string colorOf(const chart::Ink& ink) {
        constexpr const char* kRoles[] = {"var(--ink)", "var(--muted)", "var(--rule)"};
        return ink.role == chart::Ink::Role::paint ? variableOf(ink.paint)
                                                   : kRoles[static_cast<int>(ink.role)];
    }
    void rect(const chart::Box& box, const std::string& style, const std::string& inside) {
        body += fmt::format(
            R"(<rect x="{:.1f}" y="{:.1f}" width="{:.2f}" height="{:.1f}" style="{}">{}</rect>)",
            box.low.x, box.low.y, box.high.x - box.low.x, box.high.y - box.low.y, style, inside);
    }
};

}  // namespace

std::string variableOf(const Paint& paint) {
    constexpr const char* kNames[] = {"step", "cpu", "method", "plain"};
    return fmt::format("var(--{}-{})", kNames[static_cast<int>(paint.family)], paint.index);
}

std::string colorVariables(bool onDark) {
    std::string out;
    for (const auto family : {Paint::Family::step, Paint::Family::cpuPart, Paint::Family::method,
                              Paint::Family::plain}) {
        for (uint32_t i = 0; i < colorCount(family); ++i) {
            const Paint paint{family, i};
            const Rgb color = colorOf(paint, onDark);
            const std::string name = variableOf(paint);
            out += fmt::format("{}:#{:02x}{:02x}{:02x};", name.substr(4, name.size() - 5), color.r,
                               color.g, color.b);
        }
    }
    return out;
}

std::string svgOf(const Chart& chart) {
    const chart::Layout layout = chart::layoutOf(
        chart, kChartWidth, {kLetterSize, [](const std::string& text) {
                                 return kLetterWidth * static_cast<double>(lettersIn(text));
                             }});
    Pen pen;
    for (const chart::Shape& shape : layout.shapes) std::visit(pen, shape);
    for (const chart::Tip& tip : layout.tips) pen.tip(tip);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">"
        "<title>{}</title><desc>{}</desc>\n{}</svg>\n",
        kChartWidth, layout.height, escaped(chart.title), escaped(chart.subtitle), pen.body);
}

}  // namespace sinew
