// Charts as data, which the page (benchmarks/charts/svg.h) and the window draw.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/charts/palette.h"
#include "benchmarks/report/report.h"

namespace sinew {

struct Axis {
    std::string label;  // with its unit: "ms a frame"
    bool logarithmic = false;
    bool integers = false;  // counts: ticks are integers
    double low = 0;         // above 0 if logarithmic
    double high = 1;
};
/// At most `most` round values, ascending. Logarithmic: decades, with 2 and 5 between them if they
/// fit.
std::vector<double> ticksOf(const Axis& axis, uint32_t most);
/// Maps low to 0 and high to 1, clamped; not-a-number and infinity map to 1.
double positionOn(const Axis& axis, double value);

struct ChartPoint {
    double x = 0;  // x value; category index for bars and dots
    double value = 0;
    double low = 0;  // p5 and p95; equal to `value` without a spread
    double high = 0;
    std::string label;  // next to the point; may be empty
};
struct ChartSeries {
    std::string name;
    Paint paint;
    std::vector<ChartPoint> points;
};
/// A labelled straight line through the chart.
struct ChartMark {
    bool vertical = true;
    double at = 0;
    std::string words;
    Paint paint = kBeside;
};
struct ChartCategory {
    std::string group;  // shown once for neighbours that share it
    std::string label;
    std::string text;  // the value, or the reason for its absence
    Paint paint = kBeside;
    double low = 0;  // spread of the stacked bar; equal: none
    double high = 0;
};

struct Chart {
    enum class Kind : uint8_t {
        bars,    // horizontal, series stacked along `value`
        dots,    // one point per series
        curves,  // lines with a band from low to high
        scatter,
    };
    Kind kind = Kind::bars;
    std::string title;
    std::string subtitle;
    std::string remark;  // a caveat; may be empty
    Axis x;              // curves and scatter
    Axis value;
    std::vector<ChartCategory> categories;  // bars and dots
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks;
};

/// Contains all finite values, with a margin above. Starts at 0 unless it is logarithmic.
Axis axisFor(std::string label, std::span<const double> values, bool logarithmic);
std::vector<double> valuesIn(const Chart& chart);

/// All charts of a section that are not empty.
std::vector<Chart> chartsOf(const Section& section);

Chart stepChart(const Section& section, uint32_t instances, uint32_t passes);
/// Along instances: micro- or milliseconds per instance. Along passes: milliseconds.
Chart curveChart(const Section& section, Measure measure, Crossover::Axis axis, uint32_t fixed);
/// Bytes per additional instance.
Chart memoryChart(const Section& section);
std::vector<Chart> errorCharts(const Section& section);
/// Vertices per second; gigabytes per second over bytes per vertex, below the copies' upper limits.
std::vector<Chart> kernelCharts(const Section& section);

/// The second choice of a method in the order of rows is variant 1.
Paint paintOf(const Section& section, const SkinChoice& choice);

}  // namespace sinew
