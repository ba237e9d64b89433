// Compares reports: tests differences for significance, and lists several machines in one table.
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
    // Time in the later report / time in the first report. Each time is the typical value
    // (typicalValue()) of the block medians.
    double ratio = 1;
    double low = 1;  // 95 % interval
    double high = 1;
    double noise = 0;    // standard deviation of the ratio's logarithm
    double freedom = 1;  // degrees of freedom of that deviation
    // Probability of a ratio at least as far from 1, if both times were equal.
    double byChance = 1;
    Verdict verdict = Verdict::same;
    // The part of the time with most of the difference: "GPU skin: 0.310 to 0.520 ms".
    std::string mostly;
};

struct ComparedRow {
    std::string scenario;
    std::string model;
    std::string what;                  // the choice as text, or "kernel NAME"
    std::optional<SkinChoice> choice;  // nothing for a kernel
    uint32_t instances = 1;
    uint32_t passes = 0;  // 0 for a kernel
    Measure measure = Measure::frame;
    std::vector<std::optional<double>> medianMs;  // by report; nothing: not measured
    std::vector<std::optional<Change>> changes;   // by report; nothing: no verdict
};

struct ComparedReport {
    std::string device;
    std::string about;
};

struct Comparison {
    std::vector<ComparedReport> reports;
    std::vector<ComparedRow> rows;
    std::vector<std::string> warnings;  // reasons why comparison is difficult
    // Rows that the first report measured and whose vertices are wrong in a later report.
    std::vector<std::string> broken;
    size_t verdicts = 0;  // number of changes with a verdict

    /// A significant change. differences() returns all of them, the largest first.
    struct Difference {
        const ComparedRow* row = nullptr;
        size_t report = 0;
        const Change* change = nullptr;
    };
    std::vector<Difference> differences() const;
};

/// Matches rows by scenario, model (name and counts), choice, instances and passes; kernels by name
/// and instances. Verdicts require the same device, processor and conditions.
///
/// The noise of a ratio is the standard deviation of its logarithm, the root of a sum of squares.
/// Each report contributes:
/// - the standard error of its blocks;
/// - the change between the two halves of its blocks, minus what scatter explains: a machine that
/// drifts within a run also differs between two runs;
/// - 1 % for conditions of a run that its blocks share (clocks, memory addresses).
/// The noise is at least the median noise of the measure. If the measure has eight or more ratios,
/// the noise is also at least their spread, because rows change more between runs than between
/// blocks. If the spread raises the noise, the degrees of freedom are at most 0.82 times the
/// number of ratios.
///
/// Intervals follow Student's distribution. A difference is significant if it is at least 1 % and
/// the Benjamini-Hochberg procedure rejects equality. Then at most 5 % of the differences are
/// expected to be false ("Controlling the False Discovery Rate", 1995). Rows with fewer than
/// kFewestBlocks blocks get no verdict.
Comparison compareReports(std::span<const Report> reports);

/// Returns a text for the terminal: reports, warnings, and significant differences with bars. A
/// table follows if there are more than two reports, or no verdicts.
std::string comparisonTable(const Comparison& comparison);

/// Returns CSV (RFC 4180) with one line per row and measure: scenario, model, what, instances,
/// passes, measure. Each report N adds median_ms_N; later reports also add ratio_N, low_N, high_N,
/// by_chance_N and verdict_N.
std::string comparisonCsv(const Comparison& comparison);

std::string letterOf(size_t report);

/// Returns "crowd: mannequin, compute, 100 instances, 4 passes", for example.
std::string pointOf(const ComparedRow& row);
/// As pointOf(), followed by the measure: "..., frame".
std::string measureText(const ComparedRow& row);

}  // namespace sinew
