// Tests that published tables equal their sources. SINEW_UPDATE_PUBLISHED=1 writes the tables
// again.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/report/report.h"
#include "benchmarks/report/report_json.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"
#include "skinning/bytes_text.h"
#include "skinning/gpu/skin/skinning_method.h"
#include "skinning/plain_text.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

/// Returns `text` for a table cell, with markup, links and HTML escaped.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : plainText(text)) {
        if (std::string_view("\\|`<>*_[]#&~").find(c) != std::string_view::npos) out += '\\';
        out += c;
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

std::string timesTable(const Section& section, Measure measure, const char* what) {
    if (std::none_of(section.rows.begin(), section.rows.end(),
                     [&](const Row& row) { return timingOf(row, measure).has_value(); })) {
        return {};
    }
    const FramesGrid grid = framesGrid(section, measure);
    std::vector<std::string> names{what, "frames (blocks)"};
    for (const SkinChoice& choice : grid.choices) names.push_back('`' + choiceText(choice) + '`');
    std::string out = header(names);
    for (const FramesGrid::Line& row : grid.lines) {
        std::vector<std::string> cells{row.point, row.frames};
        for (const FramesGrid::Cell& each : row.cells) {
            std::string& text = cells.emplace_back(cell(each.time));
            if (each.leads) text = "**" + text + "**";
            if (!each.ratio.empty()) text += "<br>" + each.ratio;
        }
        out += line(cells);
    }
    return out + '\n';
}

/// Returns a table of the culled rows, with their visible instances and vertex memory.
std::string workTable(const Section& section) {
    std::string out;
    for (const Row& row : section.rows) {
        if (!row.listed) continue;
        if (out.empty()) {
            out = header({"instances", "passes", "choice", "skinned", "visible", "in cascades",
                          "per LOD", "coarsened", "vertex memory", "needed", "saved"});
        }
        const auto bytes = [&](uint64_t RowVertexMemory::*which) {
            return row.vertexMemory ? bytesText((*row.vertexMemory).*which) : "-";
        };
        out += line({countText(row.instances), std::to_string(row.passes),
                     '`' + choiceText(row.choice) + '`', countText(row.listed->skinned),
                     countText(row.listed->inView), countsText(row.listed->inCascades),
                     row.detail ? countsText(row.detail->atLevels) : "-",
                     row.detail ? countText(row.detail->coarsened) : "-",
                     bytes(&RowVertexMemory::allocated), bytes(&RowVertexMemory::requested),
                     bytes(&RowVertexMemory::saved)});
    }
    return out.empty() ? out : out + '\n';
}

std::string kernelsTable(std::span<const KernelRow> kernels) {
    std::string out =
        header({"kernel alone, " + counted(kernels.front().instances, "instance"), "M vertices/s",
                "bytes/vertex", "GB/s", "times sinew", "max error, of the size"});
    for (const KernelRow& kernel : kernels) {
        if (!kernel.measured()) {
            out += line({cell(kernel.name), kernel.state == RowState::wrong ? "wrong" : "-", "-",
                         "-", "-", "-"});
            continue;
        }
        out += line({cell(kernel.name), fmt::format("{:.1f}", kernel.verticesPerSecond),
                     fmt::format("{:.0f}", kernel.bytesRead + kernel.bytesWritten),
                     fmt::format("{:.2f}", kernel.gigabytesPerSecond),
                     kernel.ratio ? ratioText(*kernel.ratio) : "-",
                     kernel.errors ? fmt::format("{:.0e}", kernel.errors->position) : "-"});
    }
    return out + '\n';
}

/// Returns the report as Markdown: device and conditions, tables of times, culling and kernels, and
/// the notes. Every text of the report is escaped.
std::string reportMarkdown(const Report& report) {
    const Conditions& c = report.conditions;
    std::string out = fmt::format(
        "{} ({}), {}; {}, {}. {} x {}, {}; medians over at most {} frames or {:g} s a row, "
        "{}.\n\n"
        "**Bold**: the fastest, and choices equal to it within noise. Below a time: the ratio "
        "to the fastest, from paired blocks, with its 95 % interval.\n\n",
        cell(report.device.name), nameOf(report.device.type), cell(report.device.driver),
        cell(report.machine.cpu), counted(report.machine.threads, "thread"), c.width, c.height,
        counted(c.samples, "sample"), c.frames, c.seconds, cell(report.timeUtc.substr(0, 10)));
    for (const Section& section : report.sections) {
        out += fmt::format("{}: {}, {}.\n\n", cell(section.scenario), cell(section.model.name),
                           cell(factsText(section.model)));
        out += timesTable(section, Measure::frame, "frame time, ms");
        out += timesTable(section, Measure::cpu, "CPU time, ms");
        out += timesTable(section, Measure::gpu, "GPU time, steps serialised, ms");
        out += timesTable(section, Measure::skin, "GPU step skin, ms");
        for (const Exception& exception : exceptionsOf(section)) {
            out += cell(exception.text) + ".\n\n";
        }
        out += workTable(section);
        for (const auto& kernels : kernelsBySize(section)) out += kernelsTable(kernels);
        for (const std::string& text : posedOnGpuTexts(section, Measure::frame)) {
            out += cell(text) + "\n\n";
        }
    }
    for (const std::string& note : report.notes) out += "- " + cell(note) + '\n';
    return out;
}

namespace fs = std::filesystem;

const fs::path kSource = SINEW_SOURCE_DIR;

void expectPublished(const fs::path& file, const std::string& wanted) {
    if (std::getenv("SINEW_UPDATE_PUBLISHED")) writeFile(file, wanted);
    EXPECT_EQ(readFile(file), wanted) << file;
}

TEST(Published, SchemaIsTheOneThatReportsAreWrittenBy) {
    expectPublished(kSource / "benchmarks/report.schema.json", reportSchema().dump(2) + '\n');
}

/// Returns all tables of the published reports.
std::string publishedTables() {
    const fs::path folder = kSource / "benchmarks/results";
    std::string tables;
    for (const std::string& file : namesIn(folder)) {
        if (!file.ends_with(".json")) continue;
        const Report report = readReport((folder / file).string());
        EXPECT_FALSE(report.partial) << file;
        EXPECT_FALSE(report.conditions.validated) << file;
        tables += '\n' + reportMarkdown(report);
    }
    return tables;
}

/// Expects `tables` in the file, between the comment `<!-- published: WHAT -->` and the next `<!--
/// end -->`.
void expectPublishedIn(const fs::path& file, const std::string& what, const std::string& tables) {
    const std::string text = readFile(file);
    const std::string opening = "<!-- published: " + what + " -->\n";
    const size_t begin = text.find(opening);
    const size_t end = text.find("\n<!-- end -->", begin);
    ASSERT_NE(begin, std::string::npos) << opening;
    ASSERT_NE(end, std::string::npos) << file;
    expectPublished(file, text.substr(0, begin) + opening + tables + text.substr(end));
}

TEST(Published, TablesInTheResultsAreThoseOfTheReports) {
    expectPublishedIn(kSource / "docs/results.md", "benchmarks/results", publishedTables());
}

TEST(Published, TheTableInTheReadmeIsOneOfThem) {
    const std::string tables = publishedTables();
    const size_t begin = tables.find("\nmmo-dungeon: ");
    ASSERT_NE(begin, std::string::npos);
    const size_t end = tables.find("\n| CPU time", begin);
    ASSERT_NE(end, std::string::npos);
    expectPublishedIn(kSource / "README.md", "mmo-dungeon", tables.substr(begin, end - begin));
}

/// Returns a table of the settings that each method supports.
std::string featureTable() {
    std::string table = "\n| |", line = "|---|";
    for (const Method method : allMethods()) {
        table += " `" + std::string(methodName(method)) + "` |";
        line += ":-:|";
    }
    table += '\n' + line + '\n';
    const auto row = [&](const std::string& name, const auto& has) {
        table += "| " + name + " |";
        for (const Method method : allMethods()) table += has(method) ? " yes |" : " |";
        table += '\n';
    };
    row("skins once, however many passes",
        [](Method m) { return !skinningMethod(m).facts.passesSkin; });
    row("layers and additive clips", [](Method m) { return !skinningMethod(m).facts.bakes; });
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words.subspan(1)) {  // the first word is the default
            row(fmt::format("`{}`: {}", word.word, word.meaning), [&](Method method) {
                // All choices have GPU posing, because packed keys require it.
                SkinChoice choice{.method = method, .settings = {.poses = PosedBy::gpu}};
                word.apply(choice.settings);
                return word.is(supported(choice));
            });
        }
    }
    return table;
}

TEST(Published, TheTableOfFeaturesIsTheProgram) {
    expectPublishedIn(kSource / "docs/results.md", "features", featureTable());
}

}  // namespace
}  // namespace sinew::test
