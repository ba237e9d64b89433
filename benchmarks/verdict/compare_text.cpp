// Writes comparisons of reports as text for the terminal, and as CSV.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/report/csv.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/verdict/compare.h"

namespace sinew {
namespace {

/// Draws a ratio as a bar: "      |####  ". A cell is 5 %; each side has at most eight cells.
std::string bar(double ratio) {
    constexpr int kCells = 8;
    const int cells = std::clamp(static_cast<int>(std::lround(std::log(ratio) / std::log(1.05))),
                                 -kCells, kCells);
    const std::string left(static_cast<size_t>(std::max(-cells, 0)), '#');
    const std::string right(static_cast<size_t>(std::max(cells, 0)), '#');
    return fmt::format("{:>{}}|{:<{}}", left, kCells, right, kCells);
}

std::string judgement(const Comparison& comparison) {
    const auto differences = comparison.differences();
    std::string out;
    if (differences.empty()) {
        out = fmt::format("No sure difference in {}.\n", counted(comparison.verdicts, "time"));
    } else {
        out = fmt::format("{} of {}:\n", counted(differences.size(), "sure difference"),
                          counted(comparison.verdicts, "time"));
    }
    for (const auto& [row, report, change] : differences) {
        out += fmt::format("  {} {} {:>8} {} ({} to {}) of {} ms  {}{}{}\n", letterOf(report),
                           bar(change->ratio), changeText(change->ratio), nameOf(change->verdict),
                           changeText(change->low), changeText(change->high),
                           numberText(*row->medianMs[0]), measureText(*row),
                           change->mostly.empty() ? "" : "; mostly ", change->mostly);
    }
    std::vector<double> widths;
    for (const ComparedRow& row : comparison.rows) {
        for (const auto& change : row.changes) {
            if (change) widths.push_back(change->high / change->ratio - 1);
        }
    }
    const auto hidden = [](double width) {
        return width < 2     ? fmt::format("{:.1f} %", width * 100)
               : width < 100 ? fmt::format("{:.0f} times", width + 1)
                             : "a hundred times";
    };
    const Summary summary = *summarize(widths);
    return out + fmt::format("Half the width of the 95 % intervals: median {}, largest {}.\n",
                             hidden(summary.median),
                             hidden(*std::max_element(widths.begin(), widths.end())));
}

/// Returns a table of the frame and GPU time of each row, with one column per report.
std::string byReport(const Comparison& comparison) {
    std::string out;
    std::string heading;
    for (size_t i = 0; i < comparison.rows.size();) {
        const ComparedRow& row = comparison.rows[i];
        const std::string here =
            fmt::format("{}: {}, {}{}", row.scenario, row.model, counted(row.instances, "instance"),
                        row.passes > 0 ? ", " + counted(row.passes, "pass") : "");
        if (here != heading) {
            heading = here;
            out += fmt::format("{}\n  {:<34}", here, "ms: frame, GPU steps");
            for (size_t r = 0; r < comparison.reports.size(); ++r) {
                out += fmt::format("{:>20}", letterOf(r));
            }
            out += '\n';
        }
        size_t end = i;
        const auto sameRow = [&](const ComparedRow& other) {
            return other.what == row.what && other.instances == row.instances &&
                   other.passes == row.passes && other.model == row.model &&
                   other.scenario == row.scenario;
        };
        while (end < comparison.rows.size() && sameRow(comparison.rows[end])) ++end;
        out += fmt::format("  {:<34}", row.what);
        for (size_t r = 0; r < comparison.reports.size(); ++r) {
            std::string cells[2] = {"-", "-"};
            for (size_t k = i; k < end; ++k) {
                const ComparedRow& time = comparison.rows[k];
                const bool gpu = time.measure == Measure::gpu;
                if ((time.measure != Measure::frame && !gpu) || !time.medianMs[r]) continue;
                cells[gpu] = numberText(*time.medianMs[r]);
            }
            out += fmt::format("{:>10}{:>10}", cells[0], cells[1]);
        }
        out += '\n';
        i = end;
    }
    return out;
}

}  // namespace

std::string comparisonTable(const Comparison& comparison) {
    std::string out;
    for (size_t i = 0; i < comparison.reports.size(); ++i) {
        out += fmt::format("{}  {} ({})\n", letterOf(i), comparison.reports[i].device,
                           comparison.reports[i].about);
    }
    for (const std::string& warning : comparison.warnings) out += warning + '\n';
    for (const std::string& text : comparison.broken) out += text + '\n';
    if (comparison.rows.empty()) return out + "The reports have no row in common.\n";
    if (comparison.reports.size() > 2 || comparison.verdicts == 0) {
        out += '\n' + byReport(comparison);
    }
    if (comparison.verdicts > 0) out += '\n' + judgement(comparison);
    return out;
}

std::string comparisonCsv(const Comparison& comparison) {
    std::string out;
    const auto write = [&](const ComparedRow& row, bool naming) {
        CsvLine line(out, naming);
        line.text("scenario", row.scenario);
        line.text("model", row.model);
        line.text("what", row.what);
        line.number("instances", row.instances);
        line.number("passes", row.passes);
        line.text("measure", nameOf(row.measure));
        for (size_t i = 0; i < comparison.reports.size(); ++i) {
            line.number(fmt::format("median_ms_{}", i + 1), row.medianMs[i]);
        }
        for (size_t i = 1; i < comparison.reports.size(); ++i) {
            const auto& change = row.changes[i];
            const std::string number = fmt::format("_{}", i + 1);
            line.member("ratio" + number, change, &Change::ratio);
            line.member("low" + number, change, &Change::low);
            line.member("high" + number, change, &Change::high);
            line.member("by_chance" + number, change, &Change::byChance);
            line.text("verdict" + number, change ? nameOf(change->verdict) : "");
        }
    };
    const size_t reports = comparison.reports.size();
    write({.medianMs = std::vector<std::optional<double>>(reports),
           .changes = std::vector<std::optional<Change>>(reports)},
          true);
    for (const ComparedRow& row : comparison.rows) write(row, false);
    return out;
}

}  // namespace sinew
