// sinew-cli compare: compares reports of bench and prints significant differences.
#include <fmt/format.h>

#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/say.h"
#include "app/output.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/report/report_json.h"
#include "benchmarks/verdict/compare.h"

namespace sinew::cli {
namespace {

struct CompareOptions {
    std::vector<std::string> reports;
    std::vector<std::string> outputs;
    double failAbove = -1;  // percent; negative: no limit
};

std::string outputOf(const Comparison& comparison, const std::string& file) {
    if (endingOf(file) == ".csv") return comparisonCsv(comparison);
    throw std::runtime_error(fmt::format(
        "-o {}: {}; name a .csv file", file,
        endingOf(file) == ".html" ? "the HTML page of a comparison was removed, and .csv is written"
                                  : "the format of a comparison is .csv"));
}

/// Throws if no time could be compared, or if a time is significantly slower and the upper end of
/// its interval exceeds `percent`, the value of --fail-above. Otherwise prints the number of
/// inconclusive times.
void requireNotSlower(const Comparison& comparison, double percent) {
    if (!comparison.broken.empty()) throw std::runtime_error(comparison.broken.front());
    if (comparison.verdicts == 0) {
        throw std::runtime_error(fmt::format(
            "--fail-above: no time could be compared, because the reports have no times of the "
            "same rows, device and conditions with {} blocks each; see the lines above",
            kFewestBlocks));
    }
    const double limit = 1 + percent / 100;
    size_t slower = 0;
    const Comparison::Difference* worst = nullptr;
    const std::vector<Comparison::Difference> differences = comparison.differences();
    for (const Comparison::Difference& difference : differences) {
        const Change& change = *difference.change;
        if (change.verdict != Change::Verdict::slower || change.high <= limit) continue;
        ++slower;
        if (!worst || change.ratio > worst->change->ratio) worst = &difference;
    }
    if (worst) {
        throw std::runtime_error(fmt::format(
            "{} significantly slower, with an interval beyond {} %; the worst by {:.1f} "
            "% ({} to {}): {}",
            slower == 1 ? "1 time is" : fmt::format("{} times are", slower), percent,
            (worst->change->ratio - 1) * 100, changeText(worst->change->low),
            changeText(worst->change->high), measureText(*worst->row)));
    }
    size_t inconclusive = 0;
    for (const ComparedRow& row : comparison.rows) {
        for (const auto& change : row.changes) inconclusive += change && change->high > limit;
    }
    if (inconclusive > 0) {
        say("--fail-above {}: inconclusive for {} of {}; their intervals exceed the limit.\n",
            percent, inconclusive, counted(comparison.verdicts, "time"));
    }
}

void compare(const CompareOptions& options) {
    for (const std::string& file : options.outputs) outputOf({}, file);
    const Paths outputs(options.outputs.begin(), options.outputs.end());
    requireWritable(outputs);
    requireNotRead(outputs, {options.reports.begin(), options.reports.end()});
    std::vector<Report> reports;
    for (const std::string& file : options.reports) reports.push_back(readReport(file));
    const Comparison comparison = compareReports(reports);
    for (const std::string& file : options.outputs) writeFile(file, outputOf(comparison, file));
    say("{}", comparisonTable(comparison));
    for (const std::string& file : options.outputs) say("written: {}\n", plainText(file));
    std::fflush(stdout);  // so that the table precedes the message on stderr
    if (options.failAbove >= 0) requireNotSlower(comparison, options.failAbove);
}

}  // namespace

void addCompare(Program& program) {
    Command command =
        program.command("compare", "Find significant differences between reports of bench");
    const auto options = std::make_shared<CompareOptions>();
    command.example("sinew-cli compare before.json after.json --fail-above 5");
    command
        .option("REPORT", options->reports,
                "Two or more .json reports; the first is the baseline A")
        .required()
        .values(2, 1000);
    command.group(group::kOutput);
    command
        .option("--fail-above", options->failAbove,
                "Exit code 1 if a significant slowdown may be more than PERCENT")
        .within(0.0, 1e6)
        .form("PERCENT");
    command.option("-o,--output", options->outputs, "Also write a table as .csv")
        .form("FILE")
        .repeated();
    command.run([options] { compare(*options); });
}

}  // namespace sinew::cli
