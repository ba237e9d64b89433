// Compares reports: significant differences, and many machines in one table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

enum class ChangeVerdict : uint8_t { same, slower, faster };
constexpr auto namesOf(ChangeVerdict) {
    return std::array{"no difference", "slower", "faster"};
}

struct Change {
    using Verdict = ChangeVerdict;
    double ratio = 1;  // later / first, from typical block medians
    double low = 1;    // 95 % interval
    double high = 1;
    double noise = 0;     // standard deviation of the ratio's logarithm
    double freedom = 1;   // degrees of freedom of that deviation
    double byChance = 1;  // probability of this ratio or a more extreme one if both were equal
    Verdict verdict = Verdict::same;
    std::string mostly;  // part with most of the difference: "GPU skin: 0.310 to 0.520 ms"
};

struct ComparedRow {
    std::string scenario;
    std::string model;
    std::string what;                  // choice, or "kernel NAME"
    std::optional<SkinChoice> choice;  // nothing: a kernel
    uint32_t instances = 1;
    uint32_t passes = 0;  // 0: a kernel
    Measure measure = Measure::frame;
    std::vector<std::optional<double>> medianMs;  // by report; nothing: not measured there
    std::vector<std::optional<Change>> changes;   // by report; nothing: no verdict is possible
};

struct ComparedReport {
    std::string device;
    std::string about;
};

struct Comparison {
    std::vector<ComparedReport> reports;
    std::vector<ComparedRow> rows;
    std::vector<std::string> warnings;  // conditions that make reports hard to compare
    std::vector<std::string> broken;    // measured in the first report, wrong in a later one
    size_t verdicts = 0;                // changes with a verdict

    /// The significant changes, the largest first.
    struct Difference {
        const ComparedRow* row = nullptr;
        size_t report = 0;
        const Change* change = nullptr;
    };
    std::vector<Difference> differences() const;
};

/// Matches rows by scenario, model (name and counts), choice, instances and passes; kernels by name
/// and instances. Verdicts require equal device, processor and conditions.
///
/// The noise of a ratio is a standard deviation of its logarithm, the root of a sum of squares.
/// Each report contributes:
/// - the standard error of its blocks;
/// - the change between its halves, as far as scatter does not explain it, because a machine that
/// drifts within a run differs as much between two runs;
/// - 1 % for the state of its run (clocks, memory addresses), which blocks of one run do not show.
/// The noise is at least the median noise of the measure. With eight or more ratios, it is also at
/// least their spread, because rows change more between runs than between blocks. Then the degrees
/// of freedom are at most a third of the number of ratios.
///
/// Intervals follow Student's distribution. A significant difference is at least 1 %, and the
/// Benjamini-Hochberg procedure rejects equality: at most 5 % of the differences are false in
/// expectation ("Controlling the False Discovery Rate", 1995). Rows with fewer than kFewestBlocks
/// blocks get no verdict.
Comparison compareReports(std::span<const Report> reports);

/// For the terminal: reports, warnings, and significant differences with bars. More than two
/// reports, or no verdicts, add a table.
std::string comparisonTable(const Comparison& comparison);

/// RFC 4180, one line per row and measure: scenario, model, what, instances, passes, measure; then
/// median_ms_N of each report N, and for later ones ratio_N, low_N, high_N, by_chance_N, verdict_N.
std::string comparisonCsv(const Comparison& comparison);

std::string letterOf(size_t report);

/// "crowd: mannequin, compute, 100 instances, 4 passes".
std::string pointOf(const ComparedRow& row);
/// Adds the measure: "..., frame".
std::string measureText(const ComparedRow& row);

}  // namespace sinew
