// Charts as data. The HTML page (benchmarks/charts/svg.h) and the window draw them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/charts/palette.h"
#include "benchmarks/report/report.h"

namespace sinew {

struct Axis {
    std::string label;  // includes the unit: "ms a frame"
    bool logarithmic = false;
    bool integers = false;  // ticks are integers
    double low = 0;         // above 0 if logarithmic
    double high = 1;
};
/// Returns at most `most` round values, ascending. On a logarithmic axis they are powers of ten,
/// with their multiples by 2 and 5 if these fit.
std::vector<double> ticksOf(const Axis& axis, uint32_t most);
/// Maps axis.low to 0 and axis.high to 1 and clamps to [0, 1]. Not-a-number and infinity map to 1.
double positionOn(const Axis& axis, double value);

struct ChartPoint {
    double x = 0;  // bars and dots: category index
    double value = 0;
    double low = 0;  // p5, and `high` is p95; both equal `value` if there is no spread
    double high = 0;
    std::string label;  // drawn next to the point; may be empty
};
ChartPoint pointAt(double x, double value, std::string label = {});
/// Returns the median, p5 and p95 of `times`, multiplied by `scale`.
ChartPoint pointAt(double x, const Summary& times, double scale = 1);

struct ChartSeries {
    std::string name;
    Paint paint;
    std::vector<ChartPoint> points;
};
/// A straight line through the chart, with a label.
struct ChartMark {
    bool vertical = true;
    double at = 0;
    std::string words;
    Paint paint = kBeside;
};
struct ChartCategory {
    std::string group;  // drawn once for adjacent categories of a group
    std::string label;
    std::string text;  // value, or the reason why it is missing
    Paint paint = kBeside;
    double low = 0;  // p5 of the stacked bar's sum, and `high` is p95; equal: not drawn
    double high = 0;
};

struct Chart {
    enum class Kind : uint8_t {
        bars,    // horizontal; series are stacked
        dots,    // one dot per series
        curves,  // lines with a band from low to high
        scatter,
    };
    Kind kind = Kind::bars;
    std::string title;
    std::string subtitle;
    std::string remark;  // a caveat; may be empty
    Axis x;              // for curves and scatter only
    Axis value;
    std::vector<ChartCategory> categories;  // for bars and dots only
    std::vector<ChartSeries> series;
    std::vector<ChartMark> marks;
};

/// Returns an axis that contains all finite values, with a margin above them. It starts at 0 unless
/// it is logarithmic.
Axis axisFor(std::string label, std::span<const double> values, bool logarithmic);
std::vector<double> valuesIn(const Chart& chart);

/// Returns all charts of a section that have data.
std::vector<Chart> chartsOf(const Section& section);

/// Shows the rows of one crowd size and number of passes.
Chart stepChart(std::span<const Row> point);
/// If the x axis is instances, the chart shows the time per instance, in microseconds or
/// milliseconds. If it is passes, the chart shows the time per frame, in milliseconds.
Chart curveChart(const Section& section, Measure measure, Crossover::Axis axis, uint32_t fixed);
/// Shows the bytes that each additional instance needs.
Chart memoryChart(const Section& section);
std::vector<Chart> errorCharts(const Section& section);
/// Returns two charts: vertices per second; and gigabytes per second against bytes per vertex,
/// where the rates of the copies are drawn as upper limits.
std::vector<Chart> kernelCharts(const Section& section);

/// Returns the colour of a choice. Choices of one method are numbered in the order of rows: the
/// second has variant 1.
Paint paintOf(const Section& section, const SkinChoice& choice);

}  // namespace sinew
