// What the layouts of all kinds of charts share: texts, axes, legend.
#pragma once

#include "benchmarks/chart_layout.h"

namespace sinew::chart {

/// Where values go.
struct Area {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    double x(const Axis& axis, double value) const {
        return left + (right - left) * placeOn(axis, value);
    }
    double y(const Axis& axis, double value) const {
        return bottom - (bottom - top) * placeOn(axis, value);
    }
};

class Builder {
public:
    Builder(const Chart& chart, double width, const Letters& letters)
        : chart_(chart), width_(width), letters_(letters) {}

protected:
    double em() const { return letters_.size; }
    double line() const { return 1.3 * em(); }  // from one line of text to the next
    double gap() const { return 0.5 * em(); }   // between a text and what it stands beside
    double widthOf(const std::string& text) const { return letters_.widthOf(text); }
    /// With an ellipsis where it is wider.
    std::string shortened(const std::string& text, double width) const;

    template <typename T>
    void add(T shape) {
        out_.shapes.emplace_back(std::in_place_type<T>, std::move(shape));
    }
    void text(Point at, const std::string& words, const Ink& ink, Anchor anchor = Anchor::start);
    void dashed(Point from, Point to, const Ink& ink);
    /// A text in one box that may touch nothing, and which later ones may not touch.
    bool placed(Point low, const std::string& words, const Ink& ink, const Area& within);

    /// Names of series with their colours from `y` on. Returns where it ends.
    double legend(double y);
    /// Lines upwards from ticks below the area, their values, and the axis's label below them.
    void bottomAxis(const Area& area, const Axis& axis);
    double bottomAxisHeight() const { return 2 * line() + 0.8 * em(); }

    const Chart& chart_;
    double width_;
    const Letters& letters_;
    Layout out_;
    std::vector<Box> taken_;  // by texts and dots
};

/// "1.23 (1.20–1.31)"; without the spread where there is none.
std::string spreadText(double value, double low, double high);

Layout layoutOfLines(const Chart& chart, double width, const Letters& letters);
Layout layoutOfPlane(const Chart& chart, double width, const Letters& letters);

}  // namespace sinew::chart
