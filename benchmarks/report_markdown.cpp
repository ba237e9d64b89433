// Tables of a report's rows.
#include "benchmarks/report_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace sinew {
namespace {

/// Text within a table's cell.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '|' || c == '\\' || c == '`' || c == '<' || c == '*' || c == '_') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

std::string line(const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& text : cells) out += ' ' + text + " |";
    return out + '\n';
}

std::string header(const std::vector<std::string>& names) {
    std::string out = line(names) + "|";
    for (size_t i = 0; i < names.size(); ++i) out += i == 0 ? "---|" : "--:|";
    return out + '\n';
}

std::string milliseconds(double ms) {
    return fmt::format("{:.{}f}", ms, ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

/// Choices that a section measured, in the order in which they were asked for.
std::vector<SkinChoice> choicesOf(const Section& section) {
    std::vector<SkinChoice> choices;
    for (const Row& row : section.rows) {
        if (std::find(choices.begin(), choices.end(), row.choice) == choices.end()) {
            choices.push_back(row.choice);
        }
    }
    return choices;
}

std::string timeCell(const Section& section, const Row& row) {
    if (row.wrong) return "wrong";
    if (!row.frame) return "-";
    const std::string time = milliseconds(row.frame->all.median);
    const bool won =
        std::any_of(section.verdicts.begin(), section.verdicts.end(), [&](const Verdict& verdict) {
            return verdict.measure == "frame" && verdict.instances == row.instances &&
                   verdict.passes == row.passes && verdict.winner == row.choice;
        });
    return won ? "**" + time + "**" : time;
}

std::string framesTable(const Section& section) {
    const std::vector<SkinChoice> choices = choicesOf(section);
    std::vector<std::string> names{"frame, ms"};
    for (const SkinChoice& choice : choices) names.push_back('`' + choiceText(choice) + '`');
    std::string out = header(names);
    // Rows stand by instances, then passes: a point is a run of them.
    for (size_t start = 0; start < section.rows.size();) {
        const Row& first = section.rows[start];
        std::vector<std::string> cells(1 + choices.size(), "-");
        cells[0] = fmt::format("{} instance{}, {} pass{}", first.instances,
                               first.instances == 1 ? "" : "s", first.passes,
                               first.passes == 1 ? "" : "es");
        size_t end = start;
        for (; end < section.rows.size(); ++end) {
            const Row& row = section.rows[end];
            if (row.instances != first.instances || row.passes != first.passes) break;
            const auto column = std::find(choices.begin(), choices.end(), row.choice);
            cells[1 + static_cast<size_t>(column - choices.begin())] = timeCell(section, row);
        }
        out += line(cells);
        start = end;
    }
    return out + '\n';
}

std::string kernelsTable(const Section& section) {
    if (section.kernels.empty()) return {};
    std::string out =
        header({fmt::format("kernel alone, {} instance{}", section.kernels.front().instances,
                            section.kernels.front().instances == 1 ? "" : "s"),
                "M vertices/s", "bytes/vertex", "GB/s", "of copy", "off, of the extent"});
    for (const KernelRow& kernel : section.kernels) {
        if (!kernel.measured()) {
            out += line({cell(kernel.name), kernel.wrong ? "wrong" : "-", "-", "-", "-", "-"});
            continue;
        }
        out += line({cell(kernel.name), fmt::format("{:.1f}", kernel.verticesPerSecond),
                     fmt::format("{:.0f}", kernel.bytesRead + kernel.bytesWritten),
                     fmt::format("{:.2f}", kernel.gigabytesPerSecond),
                     fmt::format("{:.0f} %", 100 * kernel.ofCopy),
                     kernel.errors ? fmt::format("{:.0e}", kernel.errors->position) : "-"});
    }
    return out + '\n';
}

}  // namespace

std::string reportMarkdown(const Report& report) {
    const Conditions& c = report.conditions;
    std::string out = fmt::format(
        "{} ({}), {}; {}, {} threads. {} x {}, {} sample{}; medians over {} frames or {:g} s, "
        "{}.\n\n",
        cell(report.device.name), cell(report.device.type), cell(report.device.driver),
        cell(report.machine.cpu), report.machine.threads, c.width, c.height, c.samples,
        c.samples == 1 ? "" : "s", c.frames, c.seconds, cell(report.timeUtc.substr(0, 10)));
    for (const Section& section : report.sections) {
        const ModelFacts& model = section.model;
        out += fmt::format(
            "{}: {}, {} vertices, {} triangles, {} joints. **Bold** wins beyond the "
            "noise.\n\n",
            cell(section.scenario), cell(model.name), model.vertices, model.triangles,
            model.joints);
        out += framesTable(section) + kernelsTable(section);
    }
    for (const std::string& note : report.notes) out += "- " + cell(note) + '\n';
    return out;
}

}  // namespace sinew
