// Places what a chart describes.
#include "benchmarks/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/markup.h"
#include "benchmarks/number_text.h"

namespace sinew {
namespace {

using Anchor = Drawing::Anchor;

constexpr double kChartWidth = 560;
constexpr double kLetter = 6.4;  // wide, at the 11.5 units of ordinary text
constexpr double kLine = 15;
constexpr double kLongestLabel = 25;  // letters
constexpr const char* kGrid = "stroke:var(--rule);stroke-width:1";
constexpr const char* kInk = "fill:var(--ink)";
constexpr const char* kMuted = "fill:var(--muted)";

double widthOf(std::string_view text) {
    return kLetter * static_cast<double>(lettersIn(text));
}

/// With an ellipsis where it is too long. The tip then shows all of it.
std::string shortened(const std::string& text) {
    if (lettersIn(text) <= kLongestLabel) return text;
    size_t letters = 0;
    size_t end = 0;
    for (; end < text.size(); ++end) {
        const bool starts = (static_cast<unsigned char>(text[end]) & 0xc0) != 0x80;
        if (starts && ++letters >= kLongestLabel) break;
    }
    return text.substr(0, end) + "\u2026";
}

std::string fill(const Paint& paint) {
    return fmt::format("fill:{}", variableOf(paint));
}

/// Lines of second and third choices of a method are broken.
std::string stroke(const Paint& paint) {
    constexpr const char* kDashes[] = {"", ";stroke-dasharray:6 3", ";stroke-dasharray:2 3",
                                       ";stroke-dasharray:9 3 2 3"};
    return fmt::format("stroke:{}{}", variableOf(paint),
                       kDashes[std::min<uint32_t>(paint.variant, 3)]);
}

/// Marks of second and third choices are hollow.
std::string dot(const Paint& paint) {
    if (paint.variant == 0) return fill(paint) + ";stroke:var(--ground);stroke-width:1";
    return fmt::format("fill:var(--ground);stroke:{};stroke-width:1.8", variableOf(paint));
}

std::string spreadText(const ChartPoint& point) {
    if (point.low == point.high) return numberText(point.value);
    return fmt::format("{} (p5 {}, p95 {})", numberText(point.value), numberText(point.low),
                       numberText(point.high));
}

/// Moves labels down, in their order from the top, until none touches the next; then up again where
/// they are below the chart.
void spread(std::vector<double>& ys, double least, double lowest) {
    for (size_t i = 1; i < ys.size(); ++i) ys[i] = std::max(ys[i], ys[i - 1] + least);
    double limit = lowest;
    for (size_t i = ys.size(); i-- > 0; limit = ys[i] - least) ys[i] = std::min(ys[i], limit);
}

// ---- Bars and dots.

class Lines {
public:
    explicit Lines(const Chart& chart) : chart_(chart), dots_(chart.kind == Chart::Kind::dots) {
        double text = 0;
        double group = 0;
        for (const ChartCategory& category : chart.categories) {
            group = std::max(group, widthOf(shortened(category.group)));
            label_ = std::max(label_, category.label.empty() ? 0 : widthOf(category.label) + 14);
            text = std::max(text, widthOf(category.text));
        }
        left_ = group + label_ + 10;
        right_ = kChartWidth - text - 12;
    }

    std::string draw() {
        legend();
        top_ = y_;
        place();
        axis();
        for (size_t i = 0; i < chart_.categories.size(); ++i) names(i);
        if (dots_) {
            drawDots();
        } else {
            drawBars();
        }
        for (const ChartMark& mark : chart_.marks) {
            const double x = xOf(mark.at);
            drawing_.line(x, top_ - 4, x, bottom_,
                          stroke(mark.paint) + ";stroke-width:1.2;stroke-dasharray:4 3");
            drawing_.text(x, top_ - 7, mark.words, Anchor::middle, kMuted);
        }
        return drawing_.svg(kChartWidth, bottom_ + 36, chart_.title, chart_.subtitle);
    }

private:
    double xOf(double value) const {
        return left_ + (right_ - left_) * placeOn(chart_.value, value);
    }

    void legend() {
        y_ = chart_.marks.empty() ? 4 : 20;
        if (chart_.series.size() < 2) return;
        double x = 0;
        double y = 11;
        for (const ChartSeries& series : chart_.series) {
            const double width = widthOf(series.name) + 32;
            if (x > 0 && x + width > kChartWidth) {
                x = 0;
                y += kLine + 3;
            }
            if (dots_) {
                drawing_.circle(x + 5, y - 4, 4.5, dot(series.paint));
            } else {
                drawing_.rect(x, y - 9, 10, 10, fill(series.paint) + ";rx:2px");
            }
            drawing_.text(x + 15, y, series.name, Anchor::start, kMuted);
            x += width;
        }
        y_ = y + 12 + (chart_.marks.empty() ? 0 : 16);
    }

    void place() {
        const double height = label_ > 0 ? 13 : 17;
        double y = y_ + 3;
        for (size_t i = 0; i < chart_.categories.size(); ++i) {
            const bool joined =
                i > 0 && chart_.categories[i].group == chart_.categories[i - 1].group;
            if (i > 0) y += joined ? 2 : 8;
            ys_.push_back(y);
            y += height;
        }
        height_ = height;
        bottom_ = y + 4;
    }

    void axis() {
        const auto most = static_cast<uint32_t>(std::max((right_ - left_) / 55, 2.0));
        for (const double tick : ticksOf(chart_.value, most)) {
            drawing_.line(xOf(tick), top_, xOf(tick), bottom_, kGrid);
            drawing_.text(xOf(tick), bottom_ + 14, tickText(tick), Anchor::middle, kMuted);
        }
        drawing_.text(right_, bottom_ + 30, chart_.value.label, Anchor::end, kMuted);
    }

    void names(size_t i) {
        const ChartCategory& category = chart_.categories[i];
        const double base = ys_[i] + height_ / 2 + 4;
        if (i == 0 || chart_.categories[i - 1].group != category.group) {
            const std::string name = shortened(category.group);
            drawing_.text(left_ - label_ - 8, base, name, Anchor::end, kInk,
                          name == category.group ? "" : category.group);
        }
        drawing_.text(left_ - 8, base, category.label, Anchor::end, kMuted);
    }

    void drawBars() {
        std::vector<double> ends(chart_.categories.size());
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points) {
                const auto i = static_cast<size_t>(point.x);
                const ChartCategory& category = chart_.categories[i];
                const double start = xOf(ends[i]);
                ends[i] += point.value;
                // One series says what the categories are by their own colours.
                const Paint& paint = chart_.series.size() == 1 ? category.paint : series.paint;
                drawing_.rect(start, ys_[i], xOf(ends[i]) - start, height_, fill(paint),
                              fmt::format("{} {}, {}: {} {}", category.group, category.label,
                                          series.name, spreadText(point), chart_.value.label));
            }
        }
        for (size_t i = 0; i < chart_.categories.size(); ++i) {
            const ChartCategory& category = chart_.categories[i];
            double end = xOf(ends[i]);
            if (category.high > category.low) {
                const double y = ys_[i] + height_ / 2;
                drawing_.line(xOf(category.low), y, xOf(category.high), y,
                              "stroke:var(--ink);stroke-width:1.2;opacity:.75");
                end = std::max(end, xOf(category.high));
            }
            drawing_.text(end + 6, ys_[i] + height_ / 2 + 4, category.text, Anchor::start,
                          ends[i] > 0 ? kInk : kMuted);
        }
    }

    void drawDots() {
        for (size_t i = 0; i < chart_.categories.size(); ++i) {
            const double y = ys_[i] + height_ / 2;
            drawing_.line(left_, y, right_, y, kGrid);
            drawing_.text(right_ + 8, y + 4, chart_.categories[i].text, Anchor::start, kInk);
        }
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points) {
                const auto i = static_cast<size_t>(point.x);
                const double y = ys_[i] + height_ / 2;
                if (point.high > point.low) {
                    drawing_.line(xOf(point.low), y, xOf(point.high), y,
                                  stroke(series.paint) + ";stroke-width:5;opacity:.28");
                }
                drawing_.circle(
                    xOf(point.value), y, 4.5, dot(series.paint),
                    fmt::format("{}, {}: {} {}", chart_.categories[i].group, series.name,
                                numberText(point.value), chart_.value.label));
            }
        }
    }

    const Chart& chart_;
    bool dots_;
    Drawing drawing_;
    double label_ = 0;
    double left_ = 0;
    double right_ = 0;
    double top_ = 0;
    double bottom_ = 0;
    double y_ = 0;
    double height_ = 0;
    std::vector<double> ys_;  // of the lines' upper ends
};

// ---- Curves and points.

class Plane {
public:
    explicit Plane(const Chart& chart) : chart_(chart) {
        double words = 0;
        for (const ChartSeries& series : chart.series) {
            words = std::max(words, widthOf(shortened(series.name)));
        }
        for (const double tick : ticksOf(chart.value, kTicks)) {
            left_ = std::max(left_, widthOf(tickText(tick)) + 12);
        }
        const bool curves = chart.kind == Chart::Kind::curves;
        right_ = kChartWidth - (curves ? words + 18 : 12);
        top_ = 20;
        for (const ChartMark& mark : chart.marks) top_ += mark.vertical && curves ? 13 : 0;
        bottom_ = top_ + 250;
    }

    std::string draw() {
        axes();
        marks();
        if (chart_.kind == Chart::Kind::curves) {
            for (const ChartSeries& series : chart_.series) curve(series);
            curveNames();
        } else {
            points();
        }
        return drawing_.svg(kChartWidth, bottom_ + 38, chart_.title, chart_.subtitle);
    }

private:
    static constexpr uint32_t kTicks = 7;

    double xOf(double x) const { return left_ + (right_ - left_) * placeOn(chart_.x, x); }
    double yOf(double value) const {
        return bottom_ - (bottom_ - top_) * placeOn(chart_.value, value);
    }

    void axes() {
        for (const double tick : ticksOf(chart_.value, kTicks)) {
            drawing_.line(left_, yOf(tick), right_, yOf(tick), kGrid);
            drawing_.text(left_ - 7, yOf(tick) + 4, tickText(tick), Anchor::end, kMuted);
        }
        for (const double tick : ticksOf(chart_.x, 11)) {
            drawing_.line(xOf(tick), bottom_, xOf(tick), bottom_ + 4, kGrid);
            drawing_.text(xOf(tick), bottom_ + 17, tickText(tick), Anchor::middle, kMuted);
        }
        drawing_.line(left_, bottom_, right_, bottom_, "stroke:var(--muted);stroke-width:1");
        drawing_.text(0, 10, chart_.value.label, Anchor::start, kMuted);
        drawing_.text(right_, bottom_ + 33, chart_.x.label, Anchor::end, kMuted);
    }

    void marks() {
        double y = 22;
        for (const ChartMark& mark : chart_.marks) {
            const std::string style = stroke(mark.paint) + ";stroke-width:1.4;stroke-dasharray:4 3";
            if (mark.vertical) {
                const double x = xOf(mark.at);
                const bool beyond = x + widthOf(mark.words) > kChartWidth;
                drawing_.line(x, y - 8, x, bottom_, style);
                drawing_.text(x + (beyond ? -5 : 5), y, mark.words,
                              beyond ? Anchor::end : Anchor::start, fill(mark.paint));
                y += 13;
            } else {
                drawing_.line(left_, yOf(mark.at), right_, yOf(mark.at), style);
                drawing_.text(right_, yOf(mark.at) + wordsBelow(mark), mark.words, Anchor::end,
                              kMuted);
            }
        }
    }

    /// Above the line, or beneath it where another line is just above.
    double wordsBelow(const ChartMark& mark) const {
        const bool near =
            std::any_of(chart_.marks.begin(), chart_.marks.end(), [&](const ChartMark& other) {
                const double above = yOf(mark.at) - yOf(other.at);
                return &other != &mark && !other.vertical && above >= 0 && above < 18;
            });
        return near ? 13 : -5;
    }

    void curve(const ChartSeries& series) {
        std::string line;
        std::string band;
        for (const ChartPoint& point : series.points) {
            line += fmt::format("{:.1f},{:.1f} ", xOf(point.x), yOf(point.value));
            band += fmt::format("{:.1f},{:.1f} ", xOf(point.x), yOf(point.high));
        }
        for (auto point = series.points.rbegin(); point != series.points.rend(); ++point) {
            band += fmt::format("{:.1f},{:.1f} ", xOf(point->x), yOf(point->low));
        }
        drawing_.polygon(band, fill(series.paint) + ";opacity:.14");
        drawing_.polyline(line, stroke(series.paint) + ";stroke-width:2;stroke-linejoin:round");
        for (const ChartPoint& point : series.points) {
            drawing_.circle(xOf(point.x), yOf(point.value), 3.2, dot(series.paint),
                            fmt::format("{}: {} {} at {} {}", series.name, spreadText(point),
                                        chart_.value.label, numberText(point.x), chart_.x.label));
        }
    }

    /// At the curves' ends.
    void curveNames() {
        std::vector<const ChartSeries*> order;
        for (const ChartSeries& series : chart_.series) order.push_back(&series);
        const auto end = [&](const ChartSeries* series) {
            return yOf(series->points.back().value) + 4;
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](auto* a, auto* b) { return end(a) < end(b); });
        std::vector<double> ys;
        for (const ChartSeries* series : order) ys.push_back(end(series));
        spread(ys, 13, bottom_ + 2);
        for (size_t i = 0; i < order.size(); ++i) {
            const ChartPoint& last = order[i]->points.back();
            drawing_.line(
                xOf(last.x) + 4, yOf(last.value), right_ + 8, ys[i] - 4,
                fmt::format("stroke:{};stroke-width:.7;opacity:.6", variableOf(order[i]->paint)));
            drawing_.text(right_ + 11, ys[i], shortened(order[i]->name), Anchor::start,
                          fill(order[i]->paint) + ";font-weight:600", order[i]->name);
        }
    }

    void points() {
        struct Label {
            double x, y, width;
        };
        std::vector<Label> taken;
        for (const ChartMark& mark : chart_.marks) {
            const double width = widthOf(mark.words);
            if (!mark.vertical)
                taken.push_back({right_ - width, yOf(mark.at) + wordsBelow(mark), width});
        }
        for (const ChartSeries& series : chart_.series) {
            std::string line;
            for (const ChartPoint& point : series.points) {
                line += fmt::format("{:.1f},{:.1f} ", xOf(point.x), yOf(point.value));
            }
            drawing_.polyline(line,
                              stroke(series.paint) + ";stroke-width:1.4;stroke-dasharray:4 3");
            for (const ChartPoint& point : series.points) {
                const double width = widthOf(point.label) + 4;
                const double y = yOf(point.value);
                const bool beyond = xOf(point.x) + width + 8 > right_;
                Label label{xOf(point.x) + (beyond ? -width - 8 : 8), y + 4, width};
                const auto touches = [&](const Label& other) {
                    return std::abs(other.y - label.y) < 12 && label.x < other.x + other.width &&
                           other.x < label.x + label.width;
                };
                while (std::any_of(taken.begin(), taken.end(), touches)) label.y += 4;
                taken.push_back(label);
                drawing_.circle(
                    xOf(point.x), y, 5, dot(series.paint),
                    fmt::format("{}: {} {} at {} {}", series.name, numberText(point.value),
                                chart_.value.label, numberText(point.x), chart_.x.label));
                drawing_.text(label.x, label.y, point.label, Anchor::start, kInk);
            }
        }
    }

    const Chart& chart_;
    Drawing drawing_;
    double left_ = 40;
    double right_ = 0;
    double top_ = 0;
    double bottom_ = 0;
};

}  // namespace

std::string variableOf(const Paint& paint) {
    constexpr const char* kNames[] = {"step", "method", "plain"};
    return fmt::format("var(--{}-{})", kNames[static_cast<int>(paint.family)], paint.index);
}

std::string colorVariables(bool onDark) {
    std::string out;
    for (const auto family : {Paint::Family::step, Paint::Family::method, Paint::Family::plain}) {
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
    const bool lines = chart.kind == Chart::Kind::bars || chart.kind == Chart::Kind::dots;
    return lines ? Lines(chart).draw() : Plane(chart).draw();
}

}  // namespace sinew
