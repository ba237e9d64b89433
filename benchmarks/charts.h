// Charts as descriptions, which a page (benchmarks/svg.h) and the window draw alike.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/palette.h"
#include "benchmarks/report.h"

namespace sinew {

struct Axis {
    std::string label;  // with its unit: "ms a frame"
    bool logarithmic = false;
    bool whole = false;  // of counts: no ticks between them
    double low = 0;      // start of the range; above 0 if logarithmic
    double high = 1;
};
/// Round values within an axis, ascending, `most` at most: decades where it is logarithmic, with 2
/// and 5 between them where there is room.
std::vector<double> ticksOf(const Axis& axis, uint32_t most);
/// 0 at low, 1 at high, clamped; not-a-number and infinity are 1.
double placeOn(const Axis& axis, double value);

struct ChartPoint {
    double x = 0;  // on the x axis; the category's index in bars and dots
    double value = 0;
    double low = 0;  // p5 and p95; both `value` where there is no spread
    double high = 0;
    std::string label;  // beside the point; may be empty
};
struct ChartSeries {
    std::string name;
    Paint paint;
    std::vector<ChartPoint> points;  // ascending x
};
/// A straight line through the chart with words at it.
struct ChartMark {
    bool vertical = true;
    double at = 0;
    std::string words;
    Paint paint = kBeside;
};
/// One line of bars or dots.
struct ChartCategory {
    std::string group;  // shown once for neighbours that share it
    std::string label;  // within the group; may be empty
    std::string text;   // at the end: the value, or why there is none
    Paint paint = kBeside;
    double low = 0;  // spread of the whole bar; equal: none
    double high = 0;
};

struct Chart {
    enum class Kind : uint8_t {
        bars,     // lying, a category each, series stacked; values along `value`
        dots,     // the same lines, each series' point where its value is
        curves,   // lines with a band from low to high over x
        scatter,  // labelled points; those of one series are joined
    };
    Kind kind = Kind::bars;
    std::string title;
    std::string subtitle;
    std::string remark;  // what a reader must know of this chart; may be empty
    Axis x;              // curves and scatter
    Axis value;
    std::vector<ChartCategory> categories;  // bars and dots
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks;
};

/// ModelOptions all values that are finite, with room above; starts at 0 unless it is logarithmic.
Axis axisFor(std::string label, std::span<const double> values, bool logarithmic);
std::vector<double> valuesIn(const Chart& chart);

/// The charts of a section's rows and kernels: steps at the smallest and largest point, times over
/// instances and over passes with crossovers, memory, errors, kernels. Charts that would show
/// nothing are left out.
std::vector<Chart> chartsOf(const Section& section);

/// One point's steps: GPU, serialised, and CPU for each choice.
Chart stepChart(const Section& section, uint32_t instances, uint32_t passes);
/// Along instances, microseconds an instance; along passes, milliseconds.
Chart curveChart(const Section& section, Measure measure, Crossover::Axis axis, uint32_t fixed);
/// Bytes held by every further instance.
Chart memoryChart(const Section& section);
/// Largest errors against the file and against the choice's own definition.
std::vector<Chart> errorCharts(const Section& section);
/// Vertices a second, and gigabytes a second against bytes a vertex under the copies' ceilings.
std::vector<Chart> kernelCharts(const Section& section);

/// Of each choice of the section, in the order of rows: the second of a method is variant 1.
Paint paintOf(const Section& section, const SkinChoice& choice);

}  // namespace sinew
