// Reports beside each other: what differs beyond the noise, and many machines in one table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/charts.h"
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
    double ratio = 1;  // of medians: later / first
    double bound = 0;  // ratios from 1 / (1 + bound) to 1 + bound are noise
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

    /// Those beyond the noise, the largest first.
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
/// When a difference counts. Three things change a median from one run to the next. Frames scatter;
/// blocks of frames average that out. The machine drifts; the medians of blocks show that. And each
/// run has a state of its own (place of memory, clocks, other programs); no block of one run shows
/// that. So the noise of a row in one report is the root of a sum of two squares. The first is the
/// standard deviation of its block medians, without the fastest and the slowest block, which other
/// work may spoil; it is not divided by the root of their number, because all blocks share the
/// state of their run. The second is 2 % for that state, the largest difference seen on quiet
/// machines. A row that looks steadier than the typical row of its measure gets the noise of that
/// typical row: among hundreds, some look quiet by chance.
///
/// A difference counts when the logarithm of the ratio is beyond z * sqrt(noiseA^2 + noiseB^2) and
/// the blocks of one report, the fastest and slowest of each left aside, lie on one side of those
/// of the other. z is such that normal noise passes it in any of all m verdicts of the comparison
/// in one of twenty comparisons (Bonferroni: two-sided 5 % / m): 2.0 for one verdict, 3.5 for a
/// hundred, 4.1 for a thousand. On a quiet machine, changes of about 12 % and more are found among
/// hundreds of times, and changes of 6 % and more where a single time is compared. Rows with fewer
/// than five blocks are not judged.
Comparison compareReports(std::span<const Report> reports);

/// For the terminal: who is compared, warnings, a table by report where there are several devices
/// or more than two reports, and the differences beyond the noise with bars.
std::string comparisonTable(const Comparison& comparison);

/// RFC 4180, a line a row and measure: scenario, model, what, instances, passes, measure, then for
/// each report N from 1: median_ms_N, and for later ones ratio_N, noise_bound_N, verdict_N.
std::string comparisonCsv(const Comparison& comparison);

/// One page as of benchmarks/report_html.h.
std::string comparisonHtml(const Comparison& comparison);

/// Ratios with their noise where reports were judged, times by device otherwise.
std::vector<Chart> chartsOf(const Comparison& comparison);

/// "A", "B", ...: reports in columns.
std::string letterOf(size_t report);

/// "crowd: mannequin, compute, 100 instances, 4 passes".
std::string pointOf(const ComparedRow& row);
/// The same, and the measure: "..., frame".
std::string placeOf(const ComparedRow& row);

}  // namespace sinew
