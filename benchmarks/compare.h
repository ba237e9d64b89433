// Comparisons of reports: significant differences, and many machines in one table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// A later report's time held against the first report's.
enum class ChangeVerdict : uint8_t { same, slower, faster };
constexpr auto namesOf(ChangeVerdict) {
    return std::array{"no difference", "slower", "faster"};
}

/// A time of a later report, compared with the first report.
struct Change {
    using Verdict = ChangeVerdict;
    double ratio = 1;  // later report / first, from typical block medians
    double low = 1;    // 95 % interval
    double high = 1;
    double noise = 0;     // standard deviation of the ratio's logarithm
    double freedom = 1;   // degrees of freedom of that deviation
    double byChance = 1;  // probability of the ratio or a farther one if both were equal
    Verdict verdict = Verdict::same;
    std::string mostly;  // the part with most of the difference: "GPU skin: 0.310 to 0.520 ms"
};

/// One time of one row, in every report.
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
    std::string about;  // driver, program, commit, time
};

struct Comparison {
    std::vector<ComparedReport> reports;
    std::vector<ComparedRow> rows;
    std::vector<std::string> warnings;  // what makes reports hard to compare
    std::vector<std::string> broken;    // measured in the first report, wrong in a later one
    size_t judged = 0;                  // changes that there is a verdict on

    /// The sure ones, the largest first.
    struct Difference {
        const ComparedRow* row = nullptr;
        size_t report = 0;
        const Change* change = nullptr;
    };
    std::vector<Difference> differences() const;
};

/// Matches rows by scenario, model (name and counts), choice, instances and passes; kernels by name
/// and instances. A later report is judged against the first when device, processor and conditions
/// are the same.
///
/// The noise of a ratio is a standard deviation of its logarithm, the root of a sum of squares:
/// - of each report, the standard error of its blocks: their deviation by the root of their number;
/// - of each report, the change from its first half of blocks to its second where scatter does not
///   explain it, because a machine that drifts within a run differs as much between two;
/// - of each report, 1 % for the state of its run (clocks, places in memory), which no block of one
///   run shows.
/// A ratio that looks steadier than the median one of its measure gets the noise of that. Where
/// eight or more ratios of a measure are compared, their own spread about their median bounds the
/// noise from below too, because rows change from run to run by more than their blocks do; where
/// that bound holds, the deviation has a third as many degrees of freedom as there are ratios.
///
/// Probabilities and intervals are of Student's distribution, because deviations of few blocks are
/// uncertain themselves. A ratio is a sure difference of at least 1 % where the Benjamini-Hochberg
/// procedure rejects equality: among the differences of a comparison at most 5 % are false in
/// expectation (Benjamini and Hochberg, "Controlling the False Discovery Rate", 1995). Rows with
/// fewer than kFewestBlocks blocks are not judged.
Comparison compareReports(std::span<const Report> reports);

/// For the terminal: who is compared, warnings, a table by report where there are several devices
/// or more than two reports, and the sure differences with bars.
std::string comparisonTable(const Comparison& comparison);

/// RFC 4180, a line a row and measure: scenario, model, what, instances, passes, measure, then for
/// each report N from 1: median_ms_N, and for later ones ratio_N, low_N, high_N, by_chance_N,
/// verdict_N.
std::string comparisonCsv(const Comparison& comparison);

/// "A", "B", ...: reports in columns.
std::string letterOf(size_t report);

/// "crowd: mannequin, compute, 100 instances, 4 passes".
std::string pointOf(const ComparedRow& row);
/// The same, and the measure: "..., frame".
std::string placeOf(const ComparedRow& row);

}  // namespace sinew
