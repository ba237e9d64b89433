// sinew-cli compare: reports of bench beside each other, and what differs beyond the noise.
#include <fmt/format.h>

#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/say.h"
#include "app/output.h"
#include "benchmarks/compare.h"
#include "benchmarks/number_text.h"
#include "benchmarks/report_json.h"

namespace sinew::cli {
namespace {

struct CompareOptions {
    std::vector<std::string> reports;
    std::vector<std::string> outputs;
    double failAbove = -1;  // percent; negative: never fails
};

std::string outputOf(const Comparison& comparison, const std::string& file) {
    if (endingOf(file) == ".html") return comparisonHtml(comparison);
    if (endingOf(file) == ".csv") return comparisonCsv(comparison);
    throw std::runtime_error(
        fmt::format("-o {}: a comparison is written as .html or .csv; name one of them", file));
}

/// Throws where --fail-above is exceeded.
void requireNotSlower(const Comparison& comparison, double percent) {
    if (!comparison.broken.empty()) throw std::runtime_error(comparison.broken.front());
    if (comparison.judged == 0) {
        throw std::runtime_error(
            "--fail-above: no time could be compared, because the reports have no times of the "
            "same "
            "rows, device and conditions with five blocks each; see the lines above");
    }
    size_t slower = 0;
    const ComparedRow* worst = nullptr;
    double most = 0;
    for (const auto& [row, report, change] : comparison.differences()) {
        const double by = (change->ratio - 1) * 100;
        if (change->verdict != Change::Verdict::slower || by <= percent) continue;
        ++slower;
        if (by > most) worst = row;
        most = std::max(most, by);
    }
    if (worst) {
        throw std::runtime_error(
            fmt::format("{} slower by more than {} % and the noise; the worst by {:.1f} %: {}",
                        slower == 1 ? "1 time is" : fmt::format("{} times are", slower), percent,
                        most, placeOf(*worst)));
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
    std::fflush(stdout);  // before the message of main
    if (options.failAbove >= 0) requireNotSlower(comparison, options.failAbove);
}

}  // namespace

void addCompare(Program& program) {
    Command command = program.command(
        "compare",
        "Find differences between reports of bench beyond the noise, and join many devices");
    const auto options = std::make_shared<CompareOptions>();
    command.option("REPORT", options->reports, "Two or more .json files; the first is A")
        .required()
        .values(2, 1000);
    command
        .option("--fail-above", options->failAbove,
                "Exit with 1 when a time is slower than in A by more percent than this and "
                "beyond the noise, or vertices became wrong")
        .within(0.0, 1e6);
    command.option("-o,--output", options->outputs, "Write it too, as .html or .csv").repeated();
    command.footer(
        "Reports of one device are compared with A. A difference counts when it is so large that "
        "noise\nalone would give one, among all times together, in one of twenty comparisons. "
        "Other devices\nare shown beside each other.\n\n"
        "Examples:\n  sinew-cli compare before.json after.json --fail-above 5\n"
        "  sinew-cli compare lavapipe.json laptop.json desktop.json -o devices.html");
    command.run([options] { compare(*options); });
}

}  // namespace sinew::cli
