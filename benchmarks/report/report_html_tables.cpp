// Writes all numbers of a report as HTML tables.
#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/charts/charts.h"
#include "benchmarks/charts/html_table.h"
#include "benchmarks/charts/markup.h"
#include "benchmarks/charts/svg.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/report/report_html.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/cost_model.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"
#include "skinning/bytes_text.h"

namespace sinew {
namespace {

constexpr const char* kNone = "\u2013";

std::string median(const std::optional<Timing>& timing) {
    return timing ? numberText(timing->all.median) : kNone;
}

std::string aVertex(double value) {
    return value > 0 ? numberText(value) : kNone;
}

std::string details(const std::string& title, size_t rows, const std::string& table) {
    return fmt::format("<details><summary>{}<span>{}</span></summary>{}</details>\n", title,
                       counted(rows, "row"), table);
}

std::vector<std::string> pointCells(const Row& row) {
    return {countText(row.instances), std::to_string(row.passes),
            choiceText(row.choice) + (row.note.empty() ? "" : " *")};
}

void addReason(HtmlTable& table, const Row& row) {
    table.reason(pointCells(row), untimedText(row.state, row.reason), row.state);
}

std::string times(const Section& section) {
    HtmlTable table(
        "Milliseconds. GPU time: all steps, serialised. Overlapped: without barriers between "
        "steps, "
        "from the first timestamp to the last.",
        {{"instances"},
         {"passes"},
         {"choice", "", false},
         {titles::kFrameTime, "median"},
         {"p5", "of frame time"},
         {"p95", "of frame time"},
         {"MAD", "of frame time: median absolute deviation"},
         {"outliers", "frames far from the median, of all measured frames"},
         {"blocks",
          "measured blocks, the end of the measurement, blocks disturbed by other programs"},
         {"spread", "robust, of the block medians of frame time"},
         {titles::kGpuTime, "median, all steps serialised"},
         {"p95", "of GPU time"},
         {"overlapped", "median"},
         {titles::kCpuTime, "median wall time without waiting"},
         {"CPU time of threads", "median CPU time of the working threads"},
         {"warm-up", "frames"}});
    for (const Row& row : section.rows) {
        if (!row.measured()) {
            addReason(table, row);
            continue;
        }
        std::vector<std::string> cells = pointCells(row);
        if (row.frame) {
            const Summary& frame = row.frame->all;
            const bool tails = hasTails(frame);
            cells.insert(cells.end(),
                         {numberText(frame.median), tails ? numberText(frame.p5) : kNone,
                          tails ? numberText(frame.p95) : kNone, numberText(frame.mad),
                          fmt::format("{} of {}", frame.outliers, frame.count), blocksText(row),
                          fmt::format("{:.1f} %", relativeSpread(*row.frame) * 100)});
        } else {
            cells.insert(cells.end(), 7, kNone);
        }
        cells.insert(cells.end(), {median(row.gpuTotal),
                                   row.gpuTotal && hasTails(row.gpuTotal->all)
                                       ? numberText(row.gpuTotal->all.p95)
                                       : kNone,
                                   median(row.gpuSpan), median(row.cpuTotal),
                                   median(row.cpuThreads), countText(row.warmUpFrames)});
        table.row(cells, variableOf(paintOf(section, row.choice)));
    }
    return details("Times of every row", section.rows.size(), table.html());
}

std::string steps(const Section& section) {
    std::vector<HtmlColumn> columns{{"instances"}, {"passes"}, {"choice", "", false}};
    std::vector<Part> used;
    for (const Part& part : allParts()) {
        if (std::any_of(section.rows.begin(), section.rows.end(),
                        [&](const Row& row) { return timingOf(row, part).has_value(); })) {
            used.push_back(part);
            columns.push_back({wordsOf(part)});
        }
    }
    HtmlTable table("Median milliseconds of each part; GPU steps serialised.", columns);
    for (const Row& row : section.rows) {
        if (!row.measured()) continue;
        std::vector<std::string> cells = pointCells(row);
        for (const Part& part : used) cells.push_back(median(timingOf(row, part)));
        table.row(cells, variableOf(paintOf(section, row.choice)));
    }
    return details("Steps of every row", section.rows.size(), table.html());
}

std::string verifiedText(const RowVerification& verification) {
    if (!verification.instances) return "yes";
    return fmt::format("yes, of {}", countText(*verification.instances));
}

std::string costs(const Section& section) {
    HtmlTable table(
        "Errors against the file in double precision with all influences, bytes from the layouts, "
        "and counts of a frame.",
        {{"instances"},
         {"passes"},
         {"choice", "", false},
         {titles::kMaxError, "of positions, relative to the model's size"},
         {"normal \u00b0", "largest error"},
         {"tangent \u00b0", "largest error"},
         {"own reference", "max error of positions against the same choice in double precision"},
         {"verified", "", false},
         {titles::kUploaded, "bytes per instance that the CPU writes for the GPU"},
         {titles::kTraffic,
          "bytes per instance, read and written before caches; vertex shader invocations count as "
          "measured, or once per vertex and pass"},
         {titles::kMemory, "bytes per instance"},
         {"memory of the model", "static vertices, influences, baked clips"},
         {"skin B/vertex", "read and written by the skin step"},
         {"forward B/vertex", "read by the vertex shader of the forward pass"},
         {"depth B/vertex", "read by the vertex shader in each cascade and the depth prepass"},
         {"draws"},
         {"dispatches"},
         {"skinned vertices", "once, or once per pass"},
         {"invocations", "of the vertex shader in all passes, from pipeline statistics"},
         {"forward invocations", "of the vertex shader in the forward pass"},
         {"heaps", "memory allocated by the program"}});
    for (const Row& row : section.rows) {
        std::vector<std::string> cells = pointCells(row);
        if (!row.verification) {
            cells.insert(cells.end(), 4, kNone);
            cells.push_back("not verified");
        } else {
            const RowErrors& truth = row.verification->ofTruth;
            cells.insert(
                cells.end(),
                {numberText(truth.position), numberText(truth.normalDegrees),
                 numberText(truth.tangentDegrees), numberText(row.verification->ofItself.position),
                 row.state == RowState::wrong        ? "wrong"
                 : row.verification->withinTolerance ? verifiedText(*row.verification)
                                                     : "off"});
        }
        if (!row.measured()) {
            table.reason(cells, untimedText(row.state, row.reason), row.state);
            continue;
        }
        std::string heaps;
        for (const uint64_t heap : row.heapBytes) {
            heaps += (heaps.empty() ? "" : " + ") + bytesText(heap);
        }
        const RowCost& cost = row.cost;
        cells.insert(
            cells.end(),
            {meanBytesText(cost.uploadedPerInstance), meanBytesText(cost.movedPerInstance),
             meanBytesText(cost.allocatedPerInstance), meanBytesText(cost.allocatedPerModel),
             aVertex(cost.skinReadPerVertex + cost.skinWrittenPerVertex),
             aVertex(cost.forwardReadPerVertex), aVertex(cost.depthReadPerVertex),
             countText(row.drawCalls), countText(row.dispatches), countText(row.verticesSkinned),
             row.vertexInvocations ? countText(*row.vertexInvocations) : kNone,
             row.forwardInvocations ? countText(*row.forwardInvocations) : kNone,
             heaps.empty() ? kNone : heaps});
        table.row(cells, variableOf(paintOf(section, row.choice)));
    }
    return details("Errors, bytes and counts of every row", section.rows.size(), table.html());
}

std::string work(const Section& section) {
    HtmlTable table(
        "Instances after culling, and the memory of skinned vertices.",
        {{"instances", "in the scene"},
         {"passes"},
         {"choice", "", false},
         {"skinned", "visible in any pass"},
         {"visible", "drawn in the forward pass"},
         {"in cascades", "drawn into each shadow cascade"},
         {"per LOD", "skinned instances, full detail first"},
         {"coarsened", "instances at a coarser LOD because the vertex budget is exhausted"},
         {"allocated", "memory of skinned vertices"},
         {"needed", "at the requested LODs"},
         {"saved", "against full detail of all instances"}});
    size_t rows = 0;
    for (const Row& row : section.rows) {
        if (!row.listed) continue;
        ++rows;
        const auto bytes = [&](uint64_t RowVertexMemory::*which) {
            return row.vertexMemory ? bytesText((*row.vertexMemory).*which) : kNone;
        };
        std::vector<std::string> cells = pointCells(row);
        cells.insert(cells.end(),
                     {countText(row.listed->skinned), countText(row.listed->inView),
                      countsText(row.listed->inCascades),
                      row.detail ? countsText(row.detail->atLevels) : kNone,
                      row.detail ? countText(row.detail->coarsened) : kNone,
                      bytes(&RowVertexMemory::allocated), bytes(&RowVertexMemory::requested),
                      bytes(&RowVertexMemory::saved)});
        table.row(cells, variableOf(paintOf(section, row.choice)));
    }
    return rows > 0 ? details("Culling and LOD", rows, table.html()) : std::string();
}

/// Lists wrong, missing and replaced rows. The list is outside of <details> elements, so it is
/// always visible.
std::string missing(const Section& section) {
    const std::vector<Exception> exceptions = exceptionsOf(section);
    if (exceptions.empty()) return {};
    std::string out = "<div class=\"card notes\"><h3>Wrong, not measured, or replaced</h3><ul>";
    for (const Exception& exception : exceptions) {
        out += fmt::format("<li>{}</li>", escaped(exception.text));
    }
    return out + "</ul></div>\n";
}

std::string kernels(const Section& section) {
    if (section.kernels.empty()) return {};
    HtmlTable table(
        "Skinning kernels without passes, with the vertex layouts of the named engines, and plain "
        "copies.",
        {{"kernel", "", false},
         {"instances"},
         {"dispatches"},
         {"M vertices/s"},
         {"bytes read", "per vertex without palette"},
         {"bytes written", "per vertex"},
         {"GB/s", "read and written"},
         {"times sinew", "time relative to the kernel sinew, with the 95 % interval"},
         {"ms", "median of all instances"},
         {"p5"},
         {"p95"},
         {titles::kMaxError, "of positions, relative to the model's size"},
         {"normal \u00b0"}});
    std::string layouts;
    for (const KernelRow& kernel : section.kernels) {
        if (kernel.instances == section.kernels.front().instances) {
            layouts +=
                fmt::format("<li><b>{}</b>: {}</li>", escaped(kernel.name), escaped(kernel.layout));
        }
        if (!kernel.measured()) {
            table.reason({kernel.name}, untimedText(kernel.state, kernel.reason), kernel.state);
            continue;
        }
        const auto of = [&](double Summary::*which) {
            return kernel.gpu ? numberText(kernel.gpu->all.*which) : kNone;
        };
        table.row({kernel.name, countText(kernel.instances), countText(kernel.dispatches),
                   kernel.isCopy() ? kNone : numberText(kernel.verticesPerSecond),
                   numberText(kernel.bytesRead), numberText(kernel.bytesWritten),
                   numberText(kernel.gigabytesPerSecond),
                   kernel.ratio ? ratioText(*kernel.ratio) : kNone, of(&Summary::median),
                   of(&Summary::p5), of(&Summary::p95),
                   kernel.errors ? numberText(kernel.errors->position) : kNone,
                   kernel.errors ? numberText(kernel.errors->normalDegrees) : kNone});
    }
    return "<h3>Kernels</h3>" + table.html() + "<ul class=\"layouts\">" + layouts + "</ul>\n";
}

/// Returns the table of cost models for one section, or for several sections that differ by model.
std::string models(std::span<const Section> sections) {
    const bool one = sections.size() == 1;
    const std::vector<CostModel> models = one ? sections[0].costModels : costModels(sections);
    if (models.empty()) return {};
    std::string caption =
        "ms = fixed + instances \u00d7 (per instance + vertices \u00d7 (per vertex + passes \u00d7 "
        "per vertex and pass)), fitted to the rows with relative errors. Terms that the rows "
        "cannot "
        "separate are added to the first of fixed, per instance, per vertex and pass, per vertex.";
    if (one) caption += " All vertices are of one model.";
    HtmlTable table(caption, {{"choice", "", false},
                              {"measure", "", false},
                              {"fixed ms"},
                              {"\u00b5s per instance"},
                              {"ns per vertex"},
                              {"ns per vertex and pass"},
                              {"residual", "root mean square of (fit - measured) / measured"},
                              {"worst"},
                              {"rows"}});
    const auto term = [](const std::optional<double>& value) {
        return value ? numberText(*value) : kNone;
    };
    for (const CostModel& model : models) {
        table.row({choiceText(model.choice), nameOf(model.measure), term(model.fixedMs),
                   term(model.perInstanceUs), term(model.perVertexNs),
                   term(model.perVertexAndPassNs), fmt::format("{:.1f} %", model.residual * 100),
                   fmt::format("{:.1f} %", model.worst * 100), std::to_string(model.rows)},
                  variableOf(paintOf(model.choice.method)));
    }
    return details(one ? "Cost models"
                       : fmt::format("Cost models over the {} models of {}", sections.size(),
                                     escaped(sections[0].scenario)),
                   models.size(), table.html());
}

std::string clocks(const Section& section) {
    HtmlTable table("Clocks and heat, before the first row and after the last.",
                    {{"", "", false},
                     {"CPU MHz"},
                     {"CPU throttles"},
                     {"GPU MHz"},
                     {"GPU memory MHz"},
                     {"GPU \u00b0C"},
                     {"GPU slowed by", "", false}});
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.0f}", *value) : "unknown";
    };
    const auto add = [&](const char* when, const SystemState& state) {
        table.row({when, number(state.cpuMhz),
                   state.cpuThrottles ? countText(*state.cpuThrottles) : "unknown",
                   number(state.gpuMhz), number(state.gpuMemoryMhz), number(state.gpuCelsius),
                   !state.gpuSlowedBy           ? "unknown"
                   : state.gpuSlowedBy->empty() ? kNone
                                                : slowdownsText(*state.gpuSlowedBy)});
    };
    add("before", section.before);
    add("after", section.after);
    return details("Clocks", 2, table.html());
}

std::string verdicts(const Section& section) {
    if (section.verdicts.empty()) return {};
    HtmlTable table(
        "The choices of each point, the fastest first: the ratio to the fastest, its 95 % "
        "interval, and its probability if both were equal. Choices of one group are equal within "
        "noise.",
        {{"instances"},
         {"passes"},
         {"measure", "", false},
         {"choice", "", false},
         {"ms", "median"},
         {"ratio", "to the fastest"},
         {"from"},
         {"to"},
         {"by chance"},
         {"group"},
         {"blocks"}});
    for (const Verdict& verdict : section.verdicts) {
        for (const RankedChoice& ranked : verdict.ranking) {
            std::vector<std::string> cells{countText(verdict.instances),
                                           std::to_string(verdict.passes), nameOf(verdict.measure),
                                           choiceText(ranked.choice), numberText(ranked.medianMs)};
            if (ranked.ratio) {
                for (const double value :
                     {ranked.ratio->ratio, ranked.ratio->low, ranked.ratio->high}) {
                    cells.push_back(fmt::format("{:.3f}", value));
                }
                cells.push_back(numberText(ranked.ratio->byChance));
            } else {
                cells.insert(cells.end(), 4, kNone);
            }
            cells.push_back(std::to_string(ranked.group));
            cells.push_back(std::to_string(verdict.blocks));
            table.row(cells, variableOf(paintOf(section, ranked.choice)));
        }
    }
    return details("Rankings", section.verdicts.size(), table.html());
}

}  // namespace

std::string sectionTables(const Section& section) {
    std::string out = missing(section) + kernels(section);
    if (!section.rows.empty()) {
        out += verdicts(section) + models({&section, 1}) + times(section) + steps(section) +
               costs(section) + work(section);
    }
    return out + clocks(section);
}

std::string scenarioTables(std::span<const Section> sections) {
    const bool vary = std::any_of(sections.begin(), sections.end(), [&](const Section& section) {
        return section.model.vertices != sections[0].model.vertices;
    });
    return vary ? models(sections) : std::string();
}

std::string methodTables(const Report& report) {
    const Conditions& conditions = report.conditions;
    HtmlTable table("", {{"", "", false}, {"", "", false}});
    table.row(
        {"Frames", fmt::format("{} per row and timer mode in {}, or {} s, whichever is reached "
                               "first",
                               countText(conditions.frames), counted(conditions.blocks, "block"),
                               numberText(conditions.seconds))});
    table.row(
        {"Order", fmt::format("blocks of choices in shuffled order, seed {}", conditions.seed)});
    table.row({"Picture", fmt::format("{} x {}, {}", conditions.width, conditions.height,
                                      counted(conditions.samples, "sample"))});
    table.row({"A frame is", conditions.pipelined ? "the slower of CPU and overlapped GPU, which "
                                                    "work on neighbouring frames"
                                                  : "from its first step to its end: CPU and GPU "
                                                    "share cores, one frame at a time"});
    table.row({"Validation layer", conditions.validated ? "on: do not quote the figures" : "off"});
    table.row({"Device", fmt::format("{} ({})", report.device.name, nameOf(report.device.type))});
    table.row({"Driver", report.device.driver});
    table.row({"Vulkan", report.device.vulkan});
    std::string heaps;
    for (const DeviceFacts::Heap& heap : report.device.heaps) {
        heaps += fmt::format("{}{}{}", heaps.empty() ? "" : ", ", bytesText(heap.bytes),
                             heap.onDevice ? " on the device" : "");
    }
    table.row({"Memory heaps", heaps.empty() ? kNone : heaps});
    const auto has = [](bool value) { return value ? "yes" : "no"; };
    table.row({"Timestamps", has(report.device.timestamps)});
    table.row({"Pipeline statistics", has(report.device.pipelineStatistics)});
    table.row({"Vertices verified", has(report.device.vertexStores)});
    table.row({"Processor", fmt::format("{}, {}", report.machine.cpu,
                                        counted(report.machine.threads, "thread"))});
    table.row({"System", report.machine.os});
    table.row(
        {"Program", fmt::format("sinew {}, commit {}", report.programVersion, report.commit)});
    return table.html();
}

}  // namespace sinew
