// Formats a report for the terminal: one table per point (instances and passes), sorted by frame
// time.
#include "benchmarks/report/report_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/advice.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"
#include "skinning/bytes_text.h"

namespace sinew {
namespace {

constexpr size_t kScreenWidth = 100;  // columns
constexpr size_t kMostTables = 6;     // a section with more points becomes a grid
constexpr size_t kMethodWidth = 17;

/// Breaks lines at spaces to at most kScreenWidth columns. All lines but the first are indented.
std::string brokenLines(const std::string& text, const std::string& indent = "  ") {
    std::string out;
    std::string line;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && line.size() + 1 + word.size() > kScreenWidth) {
            out += line + '\n';
            line = indent + word;
        } else {
            line += (line.empty() ? "" : " ") + word;
        }
        at = end + 1;
    }
    return out + line + '\n';
}

std::string medianText(const std::optional<Timing>& timing) {
    return timing ? numberText(timing->all.median) : "-";
}

/// Returns the milliseconds of the steps palette and skin, on the CPU or GPU that runs them.
std::string skinningText(const Row& row) {
    const bool onCpu = skinsOnCpu(row.choice.method);
    const auto of = [&](Step step) -> const std::optional<Timing>& {
        const StepTiming& timing = row.steps[indexOf(step)];
        return onCpu ? timing.cpu : timing.gpu;
    };
    const std::optional<Timing>& skin = of(Step::skin);
    if (!skin) return row.verticesSkinned > 0 && row.vertexMemory ? "-" : "in the passes";
    const std::optional<Timing>& palette = of(Step::palette);
    return numberText(skin->all.median + (palette ? palette->all.median : 0));
}

std::string maxErrorText(const Row& row) {
    return row.verification ? fmt::format("{:.1e}", row.verification->ofTruth.position) : "-";
}

/// Returns a line of a table. If the name is too long, the cells are on the next line.
std::string tableLine(const std::string& name, const std::vector<std::string>& cells) {
    constexpr size_t kWidths[] = {11, 10, 10, 14, 13, 14, 11};
    std::string out = fmt::format("{:<{}}", name, kMethodWidth);
    if (lettersIn(name) > kMethodWidth) out += fmt::format("\n{:<{}}", "", kMethodWidth);
    for (size_t i = 0; i < cells.size(); ++i) out += fmt::format("{:>{}}", cells[i], kWidths[i]);
    return out + '\n';
}

/// Returns '>' for the fastest choice, '=' for choices that are equal to it within noise, ' ' for
/// others.
char markOf(const Row& row, const Verdict* verdict) {
    if (!verdict || !verdict->hasEnoughBlocks() || verdict->ranking.size() < 2) return ' ';
    if (verdict->winner) return verdict->winner == row.choice ? '>' : ' ';
    const bool leads = std::any_of(
        verdict->ranking.begin(), verdict->ranking.end(),
        [&](const RankedChoice& ranked) { return ranked.choice == row.choice && !ranked.slower; });
    return leads ? '=' : ' ';
}

std::string rowLine(const Row& row, const Verdict* verdict) {
    const std::string name = fmt::format("{} {}{}", markOf(row, verdict), choiceText(row.choice),
                                         row.note.empty() ? "" : " *");
    if (!row.measured()) {
        const char* state = row.state == RowState::wrong ? "wrong, not timed" : "not measured";
        return fmt::format("{:<{}}  {}; see below\n", name, kMethodWidth, state);
    }
    return tableLine(name,
                     {medianText(row.frame), medianText(row.gpuTotal), medianText(row.cpuTotal),
                      skinningText(row), meanBytesText(row.cost.allocatedPerInstance),
                      meanBytesText(row.cost.movedPerInstance), maxErrorText(row)});
}

/// Returns why the choices could not be separated: "16 to 64 blocks, ended by seconds; intervals up
/// to 17 % wide". Empty if the point has a winner or no ranking.
std::string widthText(const Verdict* verdict, std::span<const Row> rows) {
    if (!verdict || verdict->winner || !verdict->hasEnoughBlocks()) return {};
    double widest = 0;
    for (const RankedChoice& ranked : verdict->ranking) {
        if (ranked.ratio) {
            widest =
                std::max(widest, (ranked.ratio->high - ranked.ratio->low) / ranked.ratio->ratio);
        }
    }
    if (widest == 0) return {};
    std::string ends;
    for (const Row& row : rows) {
        const std::string end = row.end ? nameOf(*row.end) : "";
        if (!end.empty() && ends.find(end) == std::string::npos) {
            ends += (ends.empty() ? "; ended by " : " and ") + end;
        }
    }
    return fmt::format(
        "{}{}; intervals up to {:.0f} % wide: a longer run (--seconds, --frames) "
        "finds smaller differences",
        counted(verdict->blocks, "block"), ends, 100 * widest);
}

std::string pointTable(const Section& section, std::span<const Row> rows) {
    const Verdict* verdict =
        verdictAt(section, Measure::frame, rows.front().instances, rows.front().passes);
    std::string out = pointWords(rows.front().instances, rows.front().passes);
    if (verdict) out += ": " + headlineOf(*verdict);
    const std::string width = widthText(verdict, rows);
    if (!width.empty()) out += '\n' + brokenLines("  " + width);
    out +=
        (width.empty() ? "\n" : "") +
        tableLine("  method", {titles::kFrameTime, titles::kGpuTime, titles::kCpuTime, "skinning",
                               titles::kMemory, titles::kTraffic, titles::kMaxError});
    out += tableLine("", {"ms", "ms", "ms", "ms", "per instance", "per instance", "of size"});
    std::vector<const Row*> sorted;
    for (const Row& row : rows) sorted.push_back(&row);
    const auto time = [](const Row* row) {
        return row->measured() && row->frame ? row->frame->all.median
                                             : std::numeric_limits<double>::infinity();
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Row* a, const Row* b) { return time(a) < time(b); });
    for (const Row* row : sorted) out += rowLine(*row, verdict);
    return out + '\n';
}

/// Returns "Measured: 6 methods on mannequin.glb, with 1 and 8 instances, in 3 passes."
std::string measuredText(const Section& section) {
    const auto values = [](std::vector<uint32_t> counts, const char* one) {
        const std::string last = counted(counts.back(), one);
        counts.pop_back();
        return counts.empty() ? last : countsText(counts) + " and " + last;
    };
    return fmt::format("Measured: {} on {}, with {}, in {}.",
                       counted(choicesOf(section).size(), "method"), section.model.name,
                       values(valuesOf(section.rows, &Row::instances), "instance"),
                       values(valuesOf(section.rows, &Row::passes), "pass"));
}

/// Returns a sentence on acceleration structures; empty if shadows are not traced.
std::string structuresText(const Section& section) {
    std::optional<std::pair<uint64_t, uint64_t>> range;
    for (const Row& row : section.rows) {
        if (!row.trace) continue;
        const uint64_t bytes = row.trace->structureBytes / std::max(row.instances, 1u);
        if (!range) range.emplace(bytes, bytes);
        range = {std::min(range->first, bytes), std::max(range->second, bytes)};
    }
    if (!range) return {};
    std::string text = bytesText(range->first);
    if (const std::string most = bytesText(range->second); most != text) text += " to " + most;
    return fmt::format(
        "Traced shadows also use {} of acceleration structures per instance, which memory per "
        "instance does not include.",
        text);
}

std::string sectionScreen(const Section& section, DeviceType device) {
    std::string out = brokenLines(fmt::format("Scenario {}, model {}: {}", section.scenario,
                                              section.model.name, factsText(section.model))) +
                      '\n';
    const auto points = pointsOf(section);
    if (points.size() <= kMostTables) {
        for (const std::span<const Row> point : points) out += pointTable(section, point);
    } else {
        out += framesGridText(section);
    }
    if (points.size() <= kMostTables) {
        out +=
            "> fastest; = equal to the fastest within noise. --details prints every step.\n"
            "GPU time has a barrier after each step, so it can exceed frame time.\n\n";
    }
    const std::string structures = structuresText(section);
    if (!structures.empty()) out += brokenLines(structures) + '\n';
    const std::vector<Exception> exceptions = exceptionsOf(section);
    for (const Exception& exception : exceptions) out += brokenLines(exception.text + '.');
    if (!exceptions.empty()) out += '\n';
    if (!section.kernels.empty()) {
        out += "Skinning kernels alone were timed, too: --details and the report list them.\n\n";
    }
    if (!section.rows.empty()) out += brokenLines(measuredText(section));
    for (const std::string& text : posedOnGpuTexts(section, Measure::frame)) {
        out += brokenLines(text);
    }
    for (const std::string& sentence : adviceFor(section, device)) out += brokenLines(sentence);
    return out + '\n';
}

}  // namespace

std::string reportScreen(const Report& report) {
    const Conditions& c = report.conditions;
    std::string out = brokenLines(fmt::format("{} ({}), {}; {} x {}, {}", report.device.name,
                                              nameOf(report.device.type), report.machine.cpu,
                                              c.width, c.height, counted(c.samples, "sample")));
    for (const std::string& caveat : caveatsFor(report)) out += brokenLines("Caution: " + caveat);
    out += '\n';
    for (const Section& section : report.sections) {
        out += sectionScreen(section, report.device.type);
    }
    return out;
}

}  // namespace sinew
