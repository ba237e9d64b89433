// Computes the layout of two kinds of charts: curves with bands, and labelled points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "benchmarks/charts/chart_builder.h"
#include "benchmarks/report/number_text.h"

namespace sinew::chart {
namespace {

// Maximum width of the names next to the curves, as a fraction of the chart's width.
constexpr double kMostNames = 0.3;

class Plane : Builder {
public:
    using Builder::Builder;

    Layout make() {
        const bool curves = chart_.kind == Chart::Kind::curves;
        layOut(curves);
        axes();
        for (const ChartMark& mark : chart_.marks) markAt(mark);
        if (curves) {
            for (const ChartSeries& series : chart_.series) band(series);
            for (const ChartSeries& series : chart_.series) curve(series);
            names();
            tipsOfCurves();
        } else {
            points();
        }
        return std::move(out_);
    }

private:
    Point positionOf(const ChartPoint& point) const {
        return {area_.x(chart_.x, point.x), area_.y(chart_.value, point.value)};
    }

    void layOut(bool curves) {
        double words = 0;
        for (const ChartSeries& series : chart_.series) {
            words = std::max(words, widthOf(series.name));
        }
        names_ = std::min(words, kMostNames * width_);
        area_.right = width_ - (curves ? names_ + 1.6 * em() : em());
        area_.top = 1.2 * line();
        for (const ChartMark& mark : chart_.marks) area_.top += mark.vertical ? line() : 0.0;
        const double height = std::clamp(0.42 * width_, 12 * em(), 21 * em());
        area_.bottom = area_.top + height;
        ticks_ = ticksOf(chart_.value, static_cast<uint32_t>(height / (2.4 * em())));
        for (const double tick : ticks_) {
            area_.left = std::max(area_.left, widthOf(tickText(tick)) + gap());
        }
    }

    void axes() {
        text({0, 0.5 * em()}, chart_.value.label, kMuted);
        for (const double tick : ticks_) {
            const double y = area_.y(chart_.value, tick);
            add(Line{{area_.left, y}, {area_.right, y}, kGrid});
            text({area_.left - gap(), y}, tickText(tick), kMuted, Anchor::end);
        }
        bottomAxis(area_, chart_.x);
        add(Line{{area_.left, area_.bottom}, {area_.right, area_.bottom}, kMuted});
    }

    /// Draws a marked line. The label of a vertical line is above the plot area; the label of a
    /// horizontal line is above or below that line.
    void markAt(const ChartMark& mark) {
        const double width = widthOf(mark.words);
        if (mark.vertical) {
            const double x = area_.x(chart_.x, mark.at);
            const bool beyond = x + gap() + width > width_;
            const double y = 1.2 * line() + (rows_++ + 0.5) * line();
            dashed({x, y - 0.5 * em()}, {x, area_.bottom}, inkOf(mark.paint));
            text({x + (beyond ? -gap() : gap()), y}, mark.words, inkOf(mark.paint),
                 beyond ? Anchor::end : Anchor::start);
            return;
        }
        const double y = area_.y(chart_.value, mark.at);
        dashed({area_.left, y}, {area_.right, y}, inkOf(mark.paint));
        const Point left{area_.right - width, y};
        if (!addLabel({left.x, y - 1.2 * em()}, mark.words, kMuted, area_)) {
            addLabel({left.x, y + 0.2 * em()}, mark.words, kMuted, area_);
        }
    }

    void band(const ChartSeries& series) {
        Band band{.paint = series.paint};
        for (const ChartPoint& point : series.points) {
            const double x = area_.x(chart_.x, point.x);
            band.above.push_back({x, area_.y(chart_.value, point.high)});
            band.below.push_back({x, area_.y(chart_.value, point.low)});
        }
        add(std::move(band));
    }

    /// Draws a curve: solid for the first choice of a method, dashed for its other choices.
    void curve(const ChartSeries& series) {
        const double dash =
            series.paint.variant > 0 ? 0.8 * em() / std::min(series.paint.variant, 4u) : 0.0;
        for (size_t i = 1; i < series.points.size(); ++i) {
            add(Line{positionOf(series.points[i - 1]), positionOf(series.points[i]),
                     inkOf(series.paint), 0.16 * em(), dash});
        }
        for (const ChartPoint& point : series.points) {
            add(Dot{positionOf(point), 0.27 * em(), series.paint});
        }
    }

    void names() {
        std::vector<const ChartSeries*> order;
        for (const ChartSeries& series : chart_.series) {
            if (!series.points.empty()) order.push_back(&series);
        }
        const auto end = [&](const ChartSeries* series) {
            return positionOf(series->points.back());
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](auto* a, auto* b) { return end(a).y < end(b).y; });
        std::vector<double> ys;
        for (const ChartSeries* series : order) {
            ys.push_back(ys.empty() ? end(series).y
                                    : std::max(end(series).y, ys.back() + 1.15 * em()));
        }
        double limit = area_.bottom;
        for (size_t i = ys.size(); i-- > 0; limit = ys[i] - 1.15 * em()) {
            ys[i] = std::min(ys[i], limit);
        }
        for (size_t i = 0; i < order.size(); ++i) {
            const Ink ink = inkOf(order[i]->paint);
            const Point from = end(order[i]);
            add(Line{{from.x + 0.4 * em(), from.y}, {area_.right + 0.7 * em(), ys[i]}, ink, 0.7});
            add(Text{{area_.right + em(), ys[i]},
                     shortened(order[i]->name, names_),
                     ink,
                     Anchor::start,
                     true});
        }
    }

    /// Adds one tooltip per x value; it lists the values of all curves, the largest first.
    void tipsOfCurves() {
        std::map<double, std::vector<std::pair<double, Tip::Entry>>> columns;
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points) {
                columns[point.x].push_back(
                    {point.value,
                     {series.paint, series.name, spreadText(point.value, point.low, point.high)}});
            }
        }
        double left = area_.left;
        for (auto column = columns.begin(); column != columns.end(); ++column) {
            const auto next = std::next(column);
            const double x = area_.x(chart_.x, column->first);
            const double right =
                next == columns.end() ? area_.right : 0.5 * (x + area_.x(chart_.x, next->first));
            Tip tip{.box = {{left, area_.top}, {right, area_.bottom}},
                    .title = fmt::format("{}: {}; {}", chart_.x.label, tickText(column->first),
                                         chart_.value.label)};
            std::stable_sort(column->second.begin(), column->second.end(),
                             [](const auto& a, const auto& b) { return a.first > b.first; });
            for (auto& [value, entry] : column->second) tip.entries.push_back(std::move(entry));
            out_.tips.push_back(std::move(tip));
            left = right;
        }
    }

    void points() {
        const double radius = 0.4 * em();
        for (const ChartSeries& series : chart_.series) {
            for (size_t i = 1; i < series.points.size(); ++i) {
                dashed(positionOf(series.points[i - 1]), positionOf(series.points[i]),
                       inkOf(series.paint));
            }
            for (const ChartPoint& point : series.points) {
                const Point at = positionOf(point);
                const Box box{{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}};
                add(Dot{at, radius, series.paint});
                taken_.push_back(box);
                out_.tips.push_back({box,
                                     series.name,
                                     {{series.paint, chart_.value.label, numberText(point.value)},
                                      {series.paint, chart_.x.label, numberText(point.x)}}});
            }
        }
        for (const ChartSeries& series : chart_.series) {
            for (const ChartPoint& point : series.points) {
                if (!point.label.empty()) label(positionOf(point), point.label);
            }
        }
    }

    /// Places a label where it overlaps nothing: next to the point, or else above or below it at
    /// increasing distance.
    void label(Point at, const std::string& name) {
        const double width = widthOf(name);
        const double right = at.x + 0.7 * em();
        const double left = at.x - 0.7 * em() - width;
        for (double away = 0; at.y + away < area_.bottom; away += 0.6 * em()) {
            for (const double side : {right, left, at.x - 0.5 * width}) {
                if (addLabel({side, at.y - 0.5 * em() + away}, name, kText, area_) ||
                    addLabel({side, at.y - 0.5 * em() - away}, name, kText, area_)) {
                    return;
                }
            }
        }
    }

    Area area_;
    double names_ = 0;   // width of the curves' names
    uint32_t rows_ = 0;  // rows of mark labels above the plot area
    std::vector<double> ticks_;
};

}  // namespace

Layout layoutOfPlane(const Chart& chart, double width, const Letters& letters) {
    return Plane(chart, width, letters).make();
}

}  // namespace sinew::chart
