// Base class of all chart layouts: texts, axes and legend.
#pragma once

#include "benchmarks/charts/chart_layout.h"

namespace sinew::chart {

struct Area {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    double x(const Axis& axis, double value) const {
        return left + (right - left) * positionOn(axis, value);
    }
    double y(const Axis& axis, double value) const {
        return bottom - (bottom - top) * positionOn(axis, value);
    }
};

class Builder {
public:
    Builder(const Chart& chart, double width, const Letters& letters)
        : chart_(chart), width_(width), letters_(letters) {}

protected:
    double em() const { return letters_.size; }
    double line() const { return 1.3 * em(); }  // line height
    double gap() const { return 0.5 * em(); }   // between a text and the next element
    double widthOf(const std::string& text) const { return letters_.widthOf(text); }
    std::string shortened(const std::string& text, double width) const;

    template <typename T>
    void add(T shape) {
        out_.shapes.emplace_back(std::in_place_type<T>, std::move(shape));
    }
    void text(Point at, const std::string& words, const Ink& ink, Anchor anchor = Anchor::start);
    void dashed(Point from, Point to, const Ink& ink);
    /// Adds a text unless it is outside `within` or overlaps a box in taken_. Returns true if it
    /// was added.
    bool addLabel(Point low, const std::string& words, const Ink& ink, const Area& within);

    /// Draws the legend (names of the series); its first line is at `y`. Returns its lower end.
    double legend(double y);
    void bottomAxis(const Area& area, const Axis& axis);
    double bottomAxisHeight() const { return 2 * line() + 0.8 * em(); }

    const Chart& chart_;
    double width_;
    const Letters& letters_;
    Layout out_;
    std::vector<Box> taken_;  // occupied by texts and dots
};

/// Formats a value and its range as "1.23 (1.20–1.31)", or as "1.23" if low equals high.
std::string spreadText(double value, double low, double high);

Layout layoutOfLines(const Chart& chart, double width, const Letters& letters);
Layout layoutOfPlane(const Chart& chart, double width, const Letters& letters);

}  // namespace sinew::chart
