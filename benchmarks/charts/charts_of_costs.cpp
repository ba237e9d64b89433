// Charts of memory, errors and kernels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/charts/charts.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "skinning/reference/format_bounds.h"

namespace sinew {

Chart memoryChart(const Section& section) {
    Chart chart{.kind = Chart::Kind::bars,
                .title = "Memory per instance",
                .subtitle = "Bytes that each additional instance needs, from the layouts"};
    ChartSeries allocated{.name = titles::kMemory, .paint = kMain};
    for (const SkinChoice& choice : choicesOf(section)) {
        const auto found =
            std::find_if(section.rows.begin(), section.rows.end(),
                         [&](const Row& row) { return row.choice == choice && row.measured(); });
        if (found == section.rows.end()) continue;
        const double bytes = found->cost.allocatedPerInstance;
        allocated.points.push_back(
            pointAt(static_cast<double>(chart.categories.size()), bytes / 1024));
        chart.categories.push_back({.group = choiceText(choice),
                                    .text = meanBytesText(bytes),
                                    .paint = paintOf(section, choice)});
    }
    chart.series.push_back(std::move(allocated));
    chart.value = axisFor("KiB per instance", valuesIn(chart), false);
    return chart;
}

std::vector<Chart> errorCharts(const Section& section) {
    struct Kind {
        const char* title;
        const char* label;
        double RowErrors::*of;
        double tolerance;
    };
    constexpr Kind kKinds[] = {
        {"Error of positions", "relative to the model's size", &RowErrors::position, kFullPosition},
        {"Error of normals", "degrees", &RowErrors::normalDegrees, kFullDegrees}};
    std::vector<Chart> charts;
    for (const Kind& kind : kKinds) {
        Chart chart{.kind = Chart::Kind::dots,
                    .title = kind.title,
                    .subtitle = fmt::format("Largest of all vertices, {}", kind.label),
                    .remark =
                        "The line is the tolerance at full precision. Narrower formats have "
                        "wider bounds."};
        ChartSeries truth{.name = titles::kMaxError, .paint = kMain};
        ChartSeries itself{.name = "own reference", .paint = kBeside};
        for (const SkinChoice& choice : choicesOf(section)) {
            // A choice has a row per crowd size and number of passes. The chart shows the maximum
            // error of its rows.
            std::optional<double> errors[2];
            bool wrong = false;
            for (const Row& row : section.rows) {
                if (row.choice != choice || !row.verification) continue;
                const RowErrors* of[] = {&row.verification->ofTruth, &row.verification->ofItself};
                for (size_t i = 0; i < 2; ++i) {
                    errors[i] = std::max(errors[i].value_or(0.0), of[i]->*kind.of);
                }
                wrong = wrong || row.state == RowState::wrong;
            }
            if (!errors[0]) continue;
            const auto at = static_cast<double>(chart.categories.size());
            // A logarithmic axis has no 0, so an error of 0 is drawn at its low end.
            truth.points.push_back(pointAt(at, *errors[0]));
            itself.points.push_back(pointAt(at, *errors[1]));
            chart.categories.push_back({.group = choiceText(choice),
                                        .text = numberText(*errors[0]) + (wrong ? ", wrong" : ""),
                                        .paint = paintOf(section, choice)});
        }
        if (chart.categories.empty()) continue;
        chart.series = {std::move(itself), std::move(truth)};
        std::vector<double> values = valuesIn(chart);
        values.push_back(kind.tolerance);
        chart.value = axisFor(kind.label, values, true);
        chart.marks.push_back({.at = kind.tolerance, .words = "tolerance"});
        charts.push_back(std::move(chart));
    }
    return charts;
}

std::vector<Chart> kernelCharts(const Section& section) {
    if (section.kernels.empty()) return {};
    std::vector<const KernelRow*> rows;
    const std::span<const KernelRow> kernels = kernelsBySize(section).back();
    for (const KernelRow& row : kernels) {
        if (row.measured()) rows.push_back(&row);
    }
    if (rows.empty()) return {};
    std::stable_sort(rows.begin(), rows.end(), [](const KernelRow* a, const KernelRow* b) {
        return a->verticesPerSecond > b->verticesPerSecond;
    });
    const auto paint = [](const KernelRow& row) {
        return row.kind == KernelKind::own ? kMain : kBeside;
    };
    Chart speed{.kind = Chart::Kind::bars,
                .title = "Skinning kernels, " + counted(rows.front()->instances, "instance"),
                .subtitle = "Million vertices per second"};
    Chart roof{.kind = Chart::Kind::scatter,
               .title = "Bandwidth of kernels",
               .subtitle =
                   "Gigabytes per second, read and written, over bytes per vertex, and the "
                   "bandwidth of copies",
               .x = {.label = "bytes per vertex without palette"}};
    ChartSeries copies{.name = "copy kernels", .paint = kBeside};
    ChartSeries bars{.name = "million vertices per second", .paint = kMain};
    for (const KernelRow* row : rows) {
        const double bytes = row->bytesRead + row->bytesWritten;
        roof.x.high = std::max(roof.x.high, bytes * 1.25);
        if (row->kind == KernelKind::copyKernel) {
            copies.points.push_back(pointAt(bytes, row->gigabytesPerSecond));
            continue;
        }
        if (row->kind == KernelKind::copyCommand) {
            roof.marks.push_back({.vertical = false,
                                  .at = row->gigabytesPerSecond,
                                  .words = fmt::format("{}: {} GB/s", row->name,
                                                       numberText(row->gigabytesPerSecond))});
            continue;
        }
        const double value = row->verticesPerSecond;
        bars.points.push_back(pointAt(static_cast<double>(speed.categories.size()), value));
        speed.categories.push_back(
            {.group = row->name, .text = numberText(value), .paint = paint(*row)});
        roof.series.push_back(
            {row->name, paint(*row), {pointAt(bytes, row->gigabytesPerSecond, row->name)}});
    }
    speed.series.push_back(std::move(bars));
    speed.value = axisFor("million vertices per second", valuesIn(speed), false);
    std::sort(copies.points.begin(), copies.points.end(),
              [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
    if (!copies.points.empty()) {
        copies.points.back().label = "copies";
        roof.series.push_back(std::move(copies));
    }
    std::vector<double> rates = valuesIn(roof);
    for (const ChartMark& mark : roof.marks) rates.push_back(mark.at);
    roof.value = axisFor("GB/s", rates, true);
    roof.value.low /= 1.5;  // space for names below the points
    std::vector<Chart> charts;
    if (!speed.categories.empty()) charts = {std::move(speed), std::move(roof)};
    return charts;
}

}  // namespace sinew
