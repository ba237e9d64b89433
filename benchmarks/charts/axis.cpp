// Computes the round numbers (ticks) on the axes of charts.
#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/charts/charts.h"

namespace sinew {
namespace {

std::vector<double> evenTicks(const Axis& axis, uint32_t most) {
    // Lower limit of the step between ticks. The step is this limit rounded up to 1, 2 or 5 times a
    // power of ten.
    const double least = std::max((axis.high - axis.low) / most, axis.integers ? 1.0 : 0.0);
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * decade;
    for (const double digit : {5.0, 2.0, 1.0}) {
        if (digit * decade >= least * (1 - 1e-9)) step = digit * decade;
    }
    std::vector<double> ticks;
    const double first = std::ceil(axis.low / step - 1e-9);
    while (ticks.size() < most) {
        const double tick = (first + static_cast<double>(ticks.size())) * step + 0.0;
        if (!(tick <= axis.high + 1e-9 * step)) break;
        ticks.push_back(tick);
    }
    return ticks;
}

std::vector<double> logarithmicTicks(const Axis& axis, uint32_t most) {
    const double slack = 1e-9;
    // Each pass makes fewer ticks, until at most `most` remain: first 1, 2 and 5 times each power
    // of ten, then each power of ten, then every second power, and so on.
    for (int sparse = -1; sparse < 20; ++sparse) {
        std::vector<double> ticks;
        const int every = std::max(sparse, 0) + 1;
        const int first = static_cast<int>(std::floor(std::log10(axis.low) + slack));
        const int last = static_cast<int>(std::floor(std::log10(axis.high) + slack));
        for (int exponent = first; exponent <= last; ++exponent) {
            if (exponent % every != 0) continue;
            for (const double digit : {1.0, 2.0, 5.0}) {
                if (sparse >= 0 && digit != 1.0) continue;
                const double tick = digit * std::pow(10.0, exponent);
                if (tick >= axis.low * (1 - slack) && tick <= axis.high * (1 + slack)) {
                    ticks.push_back(tick);
                }
            }
        }
        if (ticks.size() <= most) return ticks;
    }
    return {};
}

}  // namespace

std::vector<double> ticksOf(const Axis& axis, uint32_t most) {
    if (most == 0 || !(axis.high > axis.low)) return {};
    if (!axis.logarithmic) return evenTicks(axis, most);
    if (!(axis.low > 0)) return {};
    // A range of less than a decade can have fewer than three logarithmic ticks. Then evenly spaced
    // ticks replace them.
    const std::vector<double> ticks = logarithmicTicks(axis, most);
    return ticks.size() < 3 && axis.high < 10 * axis.low ? evenTicks(axis, most) : ticks;
}

double positionOn(const Axis& axis, double value) {
    if (!std::isfinite(value)) return 1.0;
    if (!(axis.high > axis.low)) return 0.0;
    if (!axis.logarithmic) {
        return std::clamp((value - axis.low) / (axis.high - axis.low), 0.0, 1.0);
    }
    if (value <= axis.low) return 0.0;
    // Subtracts logarithms instead of dividing the values, because the quotient of a normal and a
    // subnormal number overflows.
    const double low = std::log(axis.low);
    return std::min((std::log(value) - low) / (std::log(axis.high) - low), 1.0);
}

Axis axisFor(std::string label, std::span<const double> values, bool logarithmic) {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const double value : values) {
        if (!std::isfinite(value) || (logarithmic && value <= 0)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    Axis axis{.label = std::move(label), .logarithmic = logarithmic};
    if (high <= 0) return {.label = axis.label, .logarithmic = logarithmic, .low = 1e-3};
    axis.high = high * (logarithmic ? 1.25 : 1.05);
    if (logarithmic) axis.low = low / 1.25;
    return axis;
}

std::vector<double> valuesIn(const Chart& chart) {
    std::vector<double> values;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) {
            values.insert(values.end(), {point.value, point.low, point.high});
        }
    }
    return values;
}

}  // namespace sinew
