// Selects the charts of a report's section, and writes their titles and texts.
#include "benchmarks/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"

namespace sinew {
namespace {

const char* whyNothing(const Row& row) {
    return row.state == RowState::wrong ? "wrong: not timed" : "not measured";
}

// ---- Chart of the steps of a frame.

/// Returns one empty series per step, in the order of the steps. Series of upload, record, submit
/// and other follow.
std::vector<ChartSeries> seriesOfParts() {
    constexpr Paint kOthers[] = {paintOf(CpuPart::upload), paintOf(CpuPart::record),
                                 paintOf(CpuPart::submit), paintOf(CpuPart::other)};
    static_assert(kStepCount + std::size(kOthers) == kPartsOfASide);
    std::vector<ChartSeries> series;
    for (uint32_t i = 0; i < kPartsOfASide; ++i) {
        series.push_back(
            {.name = nameOf(Part{Measure::cpu, i}),
             .paint = i < kStepCount ? paintOf(static_cast<Step>(i)) : kOthers[i - kStepCount]});
    }
    return series;
}

struct StepBars {
    Chart& chart;
    std::vector<ChartSeries> series = seriesOfParts();

    void add(const Row& row, const std::string& name, bool gpu) {
        const std::optional<Timing>& total = gpu ? row.gpuTotal : row.cpuTotal;
        ChartCategory category{.group = name, .label = gpu ? "GPU" : "CPU"};
        const auto at = static_cast<double>(chart.categories.size());
        if (!row.measured() || !total) {
            category.text = row.measured() ? "not measured" : whyNothing(row);
        } else {
            category.text = numberText(total->all.median);
            category.low = total->all.p5;
            category.high = total->all.p95;
            for (uint32_t i = 0; i < kPartsOfASide; ++i) {
                const Part part{gpu ? Measure::gpu : Measure::cpu, i};
                const auto& timing = timingOf(row, part);
                if (!timing) continue;
                series[i].points.push_back(pointAt(at, timing->all));
            }
        }
        chart.categories.push_back(std::move(category));
    }
};

// ---- Selection of the shown points.

/// Returns the points (instances and passes) with at least two measured choices, in ascending
/// order. If no point has two, returns the points with one measured choice.
std::vector<std::span<const Row>> shownPoints(const Section& section) {
    std::vector<std::span<const Row>> points = pointsOf(section);
    const auto measured = [](std::span<const Row> point) {
        return std::count_if(point.begin(), point.end(), std::mem_fn(&Row::measured));
    };
    const auto fewest = std::any_of(points.begin(), points.end(),
                                    [&](std::span<const Row> point) { return measured(point) > 1; })
                            ? 2
                            : 1;
    std::erase_if(points, [&](std::span<const Row> point) { return measured(point) < fewest; });
    std::sort(points.begin(), points.end(), [](std::span<const Row> a, std::span<const Row> b) {
        return std::pair(a[0].instances, a[0].passes) < std::pair(b[0].instances, b[0].passes);
    });
    return points;
}

/// Returns how many distinct values along `axis` are measured where the other axis has the value
/// `fixed`.
size_t lengthOf(const Section& section, Crossover::Axis axis, uint32_t fixed) {
    const bool instances = axis == Crossover::Axis::instances;
    std::vector<Row> rows;
    for (const Row& row : section.rows) {
        if (row.measured() && (instances ? row.passes : row.instances) == fixed) {
            rows.push_back({.instances = row.instances, .passes = row.passes});
        }
    }
    return valuesOf(rows, instances ? &Row::instances : &Row::passes).size();
}

void addCurves(const Section& section, Crossover::Axis axis, std::vector<Chart>& charts) {
    const bool instances = axis == Crossover::Axis::instances;
    std::vector<uint32_t> fixed =
        valuesOf(section.rows, instances ? &Row::passes : &Row::instances);
    std::erase_if(fixed, [&](uint32_t value) { return lengthOf(section, axis, value) < 2; });
    if (fixed.empty()) return;
    // Curves over instances are shown for the smallest and the largest number of passes. Curves
    // over passes are shown for the largest crowd only.
    std::vector<uint32_t> shown{fixed.back()};
    if (instances && fixed.size() > 1) shown.insert(shown.begin(), fixed.front());
    for (const uint32_t value : shown) {
        for (const Measure measure : {Measure::frame, Measure::gpu}) {
            Chart chart = curveChart(section, measure, axis, value);
            if (!chart.series.empty()) charts.push_back(std::move(chart));
        }
    }
}

}  // namespace

ChartPoint pointAt(double x, double value, std::string label) {
    return {x, value, value, value, std::move(label)};
}

ChartPoint pointAt(double x, const Summary& times, double scale) {
    return {x, times.median * scale, times.p5 * scale, times.p95 * scale, {}};
}

Paint paintOf(const Section& section, const SkinChoice& choice) {
    uint32_t variant = 0;
    for (const SkinChoice& other : choicesOf(section)) {
        if (other == choice) break;
        if (other.method == choice.method) ++variant;
    }
    return paintOf(choice.method, variant);
}

Chart stepChart(std::span<const Row> point) {
    Chart chart{.kind = Chart::Kind::bars,
                .title = "Steps of a frame",
                .subtitle = fmt::format("{}, {}: median milliseconds, GPU steps serialised",
                                        counted(point[0].instances, "instance"),
                                        counted(point[0].passes, "pass"))};
    StepBars bars{chart};
    double longest = 0;
    for (const Row& row : point) {
        const std::string name = choiceText(row.choice) + (row.note.empty() ? "" : " *");
        if (!row.note.empty()) chart.remark = "* Replaced by another method: see the table.";
        bars.add(row, name, true);
        bars.add(row, name, false);
    }
    std::erase_if(bars.series, [](const ChartSeries& s) { return s.points.empty(); });
    chart.series = std::move(bars.series);
    std::vector<double> sums(chart.categories.size());
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& part : series.points) {
            longest = std::max(longest, sums[static_cast<size_t>(part.x)] += part.value);
        }
    }
    for (const ChartCategory& category : chart.categories) {
        longest = std::max(longest, category.high);
    }
    chart.value = axisFor("ms", std::vector{longest}, false);
    return chart;
}

/// True if all rows take less than ten milliseconds per instance.
bool isShort(const Section& section, Measure measure) {
    return std::all_of(section.rows.begin(), section.rows.end(), [&](const Row& row) {
        const Timing* time = timeOf(row, measure);
        return !time || time->all.median < 10.0 * row.instances;
    });
}

Chart curveChart(const Section& section, Measure measure, Crossover::Axis axis, uint32_t fixed) {
    const bool instances = axis == Crossover::Axis::instances;
    const bool inMicroseconds = instances && isShort(section, measure);
    Chart chart{
        .kind = Chart::Kind::curves,
        .title = fmt::format("{} over {}", measure == Measure::gpu ? "GPU time" : "Frame time",
                             instances ? "crowd size" : "passes"),
        .subtitle = fmt::format(
            "{}; {}, median and p5\u2013p95", counted(fixed, instances ? "pass" : "instance"),
            fmt::format("{}{}", inMicroseconds ? "microseconds" : "milliseconds",
                        instances ? " per instance" : ""))};
    for (const SkinChoice& choice : choicesOf(section)) {
        ChartSeries series{.name = choiceText(choice), .paint = paintOf(section, choice)};
        for (const Row& row : section.rows) {
            if (row.choice != choice || (instances ? row.passes : row.instances) != fixed) continue;
            const Timing* time = timeOf(row, measure);
            if (!time) continue;
            const double scale = (inMicroseconds ? 1e3 : 1.0) / (instances ? row.instances : 1u);
            series.points.push_back(
                pointAt(instances ? row.instances : row.passes, time->all, scale));
        }
        std::sort(series.points.begin(), series.points.end(),
                  [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
        if (!series.points.empty()) chart.series.push_back(std::move(series));
    }
    std::vector<double> xs;
    for (const ChartSeries& series : chart.series) {
        for (const ChartPoint& point : series.points) xs.push_back(point.x);
    }
    if (xs.empty()) return chart;
    const auto [low, high] = std::minmax_element(xs.begin(), xs.end());
    chart.x = {.label = instances ? "instances" : "passes that draw the character",
               .logarithmic = instances && *high >= 8 * *low,
               .integers = true,
               .low = *low,
               .high = std::max(*high, *low + 1)};
    chart.value = axisFor(!instances       ? "ms"
                          : inMicroseconds ? "\u00b5s per instance"
                                           : "ms per instance",
                          valuesIn(chart), true);
    if (chart.value.high < 8 * chart.value.low) {
        chart.value = axisFor(chart.value.label, valuesIn(chart), false);
    }
    for (const Crossover& crossover : section.crossovers) {
        if (crossover.measure != measure || crossover.axis != axis || crossover.fixed != fixed) {
            continue;
        }
        chart.marks.push_back({.at = crossover.at,
                               .words = fmt::format("{} from {}", choiceText(crossover.above),
                                                    tickText(std::ceil(crossover.at))),
                               .paint = paintOf(section, crossover.above)});
    }
    if (chart.marks.empty()) {
        chart.remark = "No crossover beyond noise.";
    }
    if (std::any_of(section.rows.begin(), section.rows.end(), [&](const Row& row) {
            return timeOf(row, measure) && !isRanked(row.choice, measure);
        })) {
        chart.remark += (chart.remark.empty() ? "" : " ") +
                        std::string(
                            "Method cpu skins on the CPU: it is shown here and not "
                            "ranked.");
    }
    return chart;
}

std::vector<Chart> chartsOf(const Section& section) {
    std::vector<Chart> charts;
    const std::vector<std::span<const Row>> points = shownPoints(section);
    if (!points.empty()) {
        charts.push_back(stepChart(points.back()));
        if (points.size() > 1) charts.push_back(stepChart(points.front()));
        addCurves(section, Crossover::Axis::instances, charts);
        addCurves(section, Crossover::Axis::passes, charts);
        charts.push_back(memoryChart(section));
    }
    for (Chart& chart : errorCharts(section)) charts.push_back(std::move(chart));
    for (Chart& chart : kernelCharts(section)) charts.push_back(std::move(chart));
    return charts;
}

}  // namespace sinew
