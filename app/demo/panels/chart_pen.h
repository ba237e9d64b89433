// What all kinds of charts are drawn with: small text, dashes, marks, ticks.
#pragma once

#include "app/demo/interface.h"
#include "benchmarks/charts.h"

namespace sinew::chart {

ImU32 ink(const ImVec4& color, float alpha = 1.0f);
/// As the page has it on dark ground.
ImU32 ink(const Paint& paint, float alpha = 1.0f);

/// Where values go, screen units.
struct Area {
    float left = 0;
    float top = 0;
    float right = 0;
    float bottom = 0;

    float width() const { return right - left; }
    float height() const { return bottom - top; }
    bool contains(ImVec2 p) const {
        return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
    }
    float x(const Axis& axis, double value) const;
    float y(const Axis& axis, double value) const;
};

class Pen {
public:
    explicit Pen(const Interface& interface);

    ImDrawList& draw() const { return draw_; }
    float em() const { return size_; }  // of the small text
    float line() const { return 1.25f * size_; }

    ImVec2 measure(const std::string& text) const;
    /// `anchor`: which part of the text stands at `at`; 0 its left, 0.5 its middle, 1 its right.
    void text(ImVec2 at, const std::string& text, ImU32 color, float anchor = 0.0f) const;
    /// The same on a ground that covers what is below it.
    void label(ImVec2 at, const std::string& text, ImU32 color, float anchor = 0.0f) const;
    void dashes(ImVec2 from, ImVec2 to, ImU32 color, float thickness, float dash) const;
    /// Whole for a paint's first variant, dashed ever shorter for others.
    void curve(ImVec2 from, ImVec2 to, const Paint& paint) const;
    /// Full for the first variant, hollow for others.
    void point(ImVec2 at, const Paint& paint, float radius) const;
    /// A little square, or a piece of the curve.
    void swatch(ImVec2 at, const Paint& paint, bool asCurve) const;

    /// Lines upwards from ticks along the bottom, their values, and the axis's label at the right.
    void bottomAxis(const Area& area, const Axis& axis) const;
    /// Lines rightwards from ticks along the left, their values.
    void leftAxis(const Area& area, const Axis& axis) const;
    float leftAxisWidth(const Area& area, const Axis& axis) const;
    float bottomAxisHeight(const Axis& axis) const;

private:
    ImDrawList& draw_;
    ImFont* font_;
    float size_;
};

// Each kind: its height for a width, and drawing it there.
float barsHeight(const Chart& chart, const Pen& pen, float width);
void drawBars(const Chart& chart, const Pen& pen, ImVec2 at, float width);
float plotHeight(const Chart& chart, const Pen& pen, float width);
void drawPlot(const Chart& chart, const Pen& pen, ImVec2 at, float width);

/// "1.23 (1.20–1.31)"; without the spread where there is none.
std::string valueText(double value, double low, double high);

/// One line of a tooltip.
void tooltipLine(const Paint& paint, const std::string& name, const std::string& value);

}  // namespace sinew::chart
