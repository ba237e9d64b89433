// Comparisons as charts and as a page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "benchmarks/compare.h"
#include "benchmarks/html_style.h"
#include "benchmarks/html_table.h"
#include "benchmarks/markup.h"
#include "benchmarks/number_text.h"
#include "benchmarks/report_html.h"

namespace sinew {
namespace {

constexpr double kWidestRatio = 10;  // what is beyond stands at the edge
constexpr size_t kMostRatios = 24;   // of one chart

/// Ratios of `report` to the first, the sure differences and then the largest.
Chart ratioChart(const Comparison& comparison, size_t report) {
    std::vector<const ComparedRow*> rows;
    for (const ComparedRow& row : comparison.rows) {
        if (row.changes[report]) rows.push_back(&row);
    }
    const auto change = [&](const ComparedRow* row) -> const Change& {
        return *row->changes[report];
    };
    const auto size = [&](const ComparedRow* row) { return std::abs(std::log(change(row).ratio)); };
    std::stable_sort(rows.begin(), rows.end(), [&](const ComparedRow* a, const ComparedRow* b) {
        const bool beyondA = change(a).verdict != Change::Verdict::same;
        const bool beyondB = change(b).verdict != Change::Verdict::same;
        return beyondA != beyondB ? beyondA : size(a) > size(b);
    });
    Chart chart{.kind = Chart::Kind::dots,
                .title = fmt::format("{} against A", letterOf(report)),
                .subtitle =
                    "Ratio of typical block medians, right of 1 is slower; the bar is the 95 % "
                    "interval",
                .remark = rows.size() > kMostRatios
                              ? fmt::format("The {} largest of {}.", kMostRatios,
                                            counted(rows.size(), "time"))
                              : ""};
    if (rows.size() > kMostRatios) rows.resize(kMostRatios);
    ChartSeries same{.name = "no difference", .paint = kBeside};
    ChartSeries slower{.name = "slower", .paint = paintOf(Method::vertex)};
    ChartSeries faster{.name = "faster", .paint = paintOf(Method::compute)};
    double widest = 1.05;
    for (const ComparedRow* row : rows) {
        const Change& c = change(row);
        widest = std::max({widest, c.high, 1 / c.low});
        ChartSeries& series = c.verdict == Change::Verdict::slower   ? slower
                              : c.verdict == Change::Verdict::faster ? faster
                                                                     : same;
        series.points.push_back(
            {static_cast<double>(chart.categories.size()), c.ratio, c.low, c.high, {}});
        chart.categories.push_back(
            {.group = row->what,
             .label = fmt::format("{} x {} {}", row->instances, row->passes, nameOf(row->measure)),
             .text = changeText(c.ratio)});
    }
    chart.series = {std::move(same), std::move(faster), std::move(slower)};
    widest = std::min(widest, kWidestRatio);
    chart.value = {.label = "ratio", .logarithmic = true, .low = 1 / widest, .high = widest};
    chart.marks.push_back({.at = 1.0, .words = "1"});
    return chart;
}

/// Frame times of one section at the largest point that most reports have.
Chart timesChart(const Comparison& comparison, const std::string& scenario,
                 const std::string& model) {
    const ComparedRow* largest = nullptr;
    const auto ofSection = [&](const ComparedRow& row) {
        return row.scenario == scenario && row.model == model && row.measure == Measure::frame;
    };
    const auto size = [](const ComparedRow& row) {
        return std::tuple(-std::count(row.medianMs.begin(), row.medianMs.end(), std::nullopt),
                          row.instances, row.passes);
    };
    for (const ComparedRow& row : comparison.rows) {
        if (ofSection(row) && (!largest || size(row) > size(*largest))) largest = &row;
    }
    Chart chart{.kind = Chart::Kind::bars, .title = fmt::format("{}: {}", scenario, model)};
    if (!largest) return chart;
    chart.subtitle =
        fmt::format("Frame, median milliseconds: {}, {}", counted(largest->instances, "instance"),
                    counted(largest->passes, "pass"));
    ChartSeries series{.name = "frame", .paint = kMain};
    for (const ComparedRow& row : comparison.rows) {
        if (!ofSection(row) || row.instances != largest->instances ||
            row.passes != largest->passes) {
            continue;
        }
        for (size_t i = 0; i < row.medianMs.size(); ++i) {
            ChartCategory category{.group = row.what,
                                   .label = letterOf(i),
                                   .text = "not measured",
                                   .paint = paintOf(row.choice->method)};
            if (const auto& ms = row.medianMs[i]) {
                category.text = numberText(*ms);
                series.points.push_back(
                    {static_cast<double>(chart.categories.size()), *ms, *ms, *ms, {}});
            }
            chart.categories.push_back(std::move(category));
        }
    }
    chart.series.push_back(std::move(series));
    chart.value = axisFor("ms per frame", valuesIn(chart), false);
    return chart;
}

std::string listOf(const std::vector<std::string>& texts) {
    std::string out = "<ul>";
    for (const std::string& text : texts) out += fmt::format("<li>{}</li>", escaped(text));
    return out + "</ul>";
}

std::string allRows(const Comparison& comparison) {
    std::vector<HtmlColumn> columns{
        {"scenario", "", false}, {"model", "", false}, {"what", "", false},
        {"instances"},           {"passes"},           {"time", "", false}};
    const size_t reports = comparison.reports.size();
    for (size_t i = 0; i < reports; ++i) {
        columns.push_back({letterOf(i) + " ms", comparison.reports[i].device});
        if (i == 0 || comparison.judged == 0) continue;
        columns.push_back({"change"});
        columns.push_back({"from", "of the 95 % interval"});
        columns.push_back({"to", "of the 95 % interval"});
        columns.push_back({"verdict", "", false});
    }
    HtmlTable table("Median milliseconds. GPU: steps, serialised.", columns);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> cells{row.scenario,
                                       row.model,
                                       row.what,
                                       countText(row.instances),
                                       row.passes > 0 ? std::to_string(row.passes) : "\u2013",
                                       nameOf(row.measure)};
        for (size_t i = 0; i < reports; ++i) {
            cells.push_back(row.medianMs[i] ? numberText(*row.medianMs[i]) : "\u2013");
            if (i == 0 || comparison.judged == 0) continue;
            if (const auto& change = row.changes[i]) {
                cells.insert(cells.end(), {changeText(change->ratio), changeText(change->low),
                                           changeText(change->high), nameOf(change->verdict)});
            } else {
                cells.insert(cells.end(), {"\u2013", "\u2013", "\u2013", "no verdict"});
            }
        }
        table.row(cells);
    }
    return fmt::format("<details{}><summary>Every time<span>{}</span></summary>{}</details>\n",
                       comparison.judged == 0 ? " open=\"open\"" : "",
                       counted(comparison.rows.size(), "row"), table.html());
}

std::string found(const Comparison& comparison) {
    const auto differences = comparison.differences();
    const std::string times = counted(comparison.judged, "time");
    std::string out = "<div class=\"card\"><div class=\"answer\"><p>";
    if (comparison.judged == 0) {
        out += "Different machines or conditions: times are listed without verdicts.";
    } else if (differences.empty()) {
        out += fmt::format("No sure difference in {}.", times);
    } else {
        out += fmt::format("{} of {}.", counted(differences.size(), "sure difference"), times);
    }
    out += "</p>";
    std::vector<std::string> texts = comparison.broken;
    for (const auto& [row, report, change] : differences) {
        if (texts.size() >= kMostRatios) break;
        texts.push_back(fmt::format("{} {} ({}; {} to {} ms): {}{}{}", letterOf(report),
                                    nameOf(change->verdict), changeText(change->ratio),
                                    numberText(*row->medianMs[0]),
                                    numberText(*row->medianMs[report]), placeOf(*row),
                                    change->mostly.empty() ? "" : "; mostly ", change->mostly));
    }
    return out + (texts.empty() ? "" : listOf(texts)) + "</div></div>\n";
}

}  // namespace

std::vector<Chart> chartsOf(const Comparison& comparison) {
    std::vector<Chart> charts;
    for (size_t i = 1; i < comparison.reports.size() && comparison.judged > 0; ++i) {
        Chart chart = ratioChart(comparison, i);
        if (!chart.categories.empty()) charts.push_back(std::move(chart));
    }
    if (comparison.judged > 0 && comparison.reports.size() == 2) return charts;
    std::vector<std::string> known;
    for (const ComparedRow& row : comparison.rows) {
        const std::string section = row.scenario + '\n' + row.model;
        if (std::find(known.begin(), known.end(), section) != known.end()) continue;
        known.push_back(section);
        Chart chart = timesChart(comparison, row.scenario, row.model);
        if (!chart.categories.empty()) charts.push_back(std::move(chart));
    }
    return charts;
}

std::string comparisonHtml(const Comparison& comparison) {
    std::string body =
        "<header class=\"top\"><p class=\"eyebrow\">Sinew: reports compared</p>\n<h1>";
    for (size_t i = 0; i < comparison.reports.size(); ++i) {
        const std::string& device = comparison.reports[i].device;
        if (i > 0 && device == comparison.reports[0].device) continue;
        body += (i > 0 ? " and " : "") + escaped(device);
    }
    body += "</h1>\n";
    for (size_t i = 0; i < comparison.reports.size(); ++i) {
        body += fmt::format("<p class=\"lead\"><b>{}</b> {} ({})</p>\n", letterOf(i),
                            escaped(comparison.reports[i].device),
                            escaped(comparison.reports[i].about));
    }
    body += "</header>\n<main>\n" + found(comparison);
    if (!comparison.warnings.empty()) {
        body += "<div class=\"card notes\"><h3>Read before quoting</h3>" +
                listOf(comparison.warnings) + "</div>\n";
    }
    body += "<div class=\"charts\">\n";
    for (const Chart& chart : chartsOf(comparison)) body += figureHtml(chart);
    return htmlPage("Sinew: reports compared",
                    body + "</div>\n" + allRows(comparison) +
                        "</main>\n<footer>Written by sinew-cli compare. Of the sure differences at "
                        "most 5 % are "
                        "false in expectation (Benjamini-Hochberg).</footer>\n");
}

}  // namespace sinew
