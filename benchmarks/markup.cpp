// Escaping, and one line of SVG a shape.
#include "benchmarks/markup.h"

#include <fmt/format.h>

#include <algorithm>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// Length of the character that `text` starts with; 0 when it is none that a page may show.
size_t shownLength(std::string_view text) {
    const Utf8Character first = firstCharacter(text);
    const bool space = first.code == '\t' || first.code == '\n' || first.code == '\r';
    return space || isPlain(first.code) ? first.bytes : 0;
}

std::string tipOf(const std::string& tip) {
    return tip.empty() ? std::string() : fmt::format("<title>{}</title>", escaped(tip));
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t length = shownLength(text);
        switch (text[0]) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += length > 0 ? text.substr(0, length) : kReplacement;
        }
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return out;
}

size_t lettersIn(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

void Drawing::rect(double x, double y, double width, double height, const std::string& style,
                   const std::string& tip) {
    body_ += fmt::format(
        R"(<rect x="{:.1f}" y="{:.1f}" width="{:.2f}" height="{:.1f}" style="{}">{}</rect>)", x, y,
        std::max(width, 0.0), height, style, tipOf(tip));
}

void Drawing::line(double x0, double y0, double x1, double y1, const std::string& style) {
    body_ += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" style="{}"/>)",
                         x0, y0, x1, y1, style);
}

void Drawing::circle(double x, double y, double radius, const std::string& style,
                     const std::string& tip) {
    body_ += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" style="{}">{}</circle>)", x,
                         y, radius, style, tipOf(tip));
}

void Drawing::polyline(const std::string& points, const std::string& style) {
    body_ += fmt::format(R"(<polyline points="{}" style="fill:none;{}"/>)", points, style);
}

void Drawing::polygon(const std::string& points, const std::string& style) {
    body_ += fmt::format(R"(<polygon points="{}" style="{}"/>)", points, style);
}

void Drawing::text(double x, double y, std::string_view text, Anchor anchor,
                   const std::string& style, const std::string& tip) {
    constexpr const char* kAnchors[] = {"start", "middle", "end"};
    body_ +=
        fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" style="{}">{}{}</text>)", x, y,
                    kAnchors[static_cast<int>(anchor)], style, escaped(text), tipOf(tip));
}

std::string Drawing::svg(double width, double height, const std::string& title,
                         const std::string& description) const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">"
        "<title>{}</title><desc>{}</desc>\n{}</svg>\n",
        width, height, escaped(title), escaped(description), body_);
}

}  // namespace sinew
