// Formats a report as detailed tables for the terminal.
#include "benchmarks/report/report_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/report/column_titles.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"
#include "skinning/bytes_text.h"

namespace sinew {
namespace {

constexpr size_t kWidth = 112;
constexpr size_t kGridWidth = 100;
constexpr size_t kNameWidth = 26;
// Maximum number of points that are listed with all steps. If a section has more, each gets one
// line.
constexpr size_t kMostDetailedPoints = 4;

std::string cell(const std::optional<Timing>& timing) {
    if (!timing) return "-";
    if (!hasTails(timing->all)) return fmt::format("{:.3f}      -", timing->all.median);
    return fmt::format("{:.3f}  {:.3f}", timing->all.median, timing->all.p95);
}

std::string levelsText(const Row& row) {
    return row.detail ? countsText(row.detail->atLevels) : "-";
}

std::string cascadesText(const Row& row) {
    return row.listed ? countsText(row.listed->inCascades) : "-";
}

size_t widthOf(const Row& row) {
    return 2 + std::max({choiceText(row.choice).size(), size_t{16}, levelsText(row).size(),
                         cascadesText(row).size()});
}

size_t gridWidth(const SkinChoice& choice) {
    return std::max<size_t>(choiceText(choice).size() + 2, 10);
}

class Columns {
public:
    explicit Columns(std::span<const Row> rows) : rows_(rows) {}

    std::string text() const {
        std::string out =
            line("  ms: median  p95", [](const Row& row) { return choiceText(row.choice); });
        out += parts(Measure::cpu);
        out += times(titles::kCpuTime, [](const Row& row) { return row.cpuTotal; });
        out += times("CPU time of threads", [](const Row& row) { return row.cpuThreads; });
        out += parts(Measure::gpu);
        out += times(titles::kGpuTime, [](const Row& row) { return row.gpuTotal; });
        out += times("GPU time overlapped", [](const Row& row) { return row.gpuSpan; });
        out += times(titles::kFrameTime, [](const Row& row) { return row.frame; });
        out += line("  frames, outliers", [](const Row& row) -> std::string {
            if (!row.frame) return "-";
            return fmt::format("{}  {}", row.frame->all.count, row.frame->all.outliers);
        });
        out += line("  blocks", blocksText);
        out += errors(titles::kMaxError, &RowVerification::ofTruth);
        out += errors("own reference", &RowVerification::ofItself);
        out += verifiedInstances();
        out += bytes(titles::kUploaded, &RowCost::uploadedPerInstance);
        out += bytes(titles::kTraffic, &RowCost::movedPerInstance);
        out += bytes(titles::kMemory, &RowCost::allocatedPerInstance);
        return out + work();
    }

private:
    template <typename Get>
    std::string line(const std::string& name, Get get) const {
        std::string out = fmt::format("{:<{}}", name, kNameWidth);
        for (const Row& row : rows_) out += fmt::format("{:>{}}", get(row), widthOf(row));
        return out + '\n';
    }

    std::string parts(Measure side) const {
        std::string out;
        for (const Part& part : allParts()) {
            if (part.side != side) continue;
            out += times(wordsOf(part), [&](const Row& row) { return timingOf(row, part); });
        }
        return out;
    }

    std::string bytes(const char* name, double RowCost::*which) const {
        return line(fmt::format("  {}", name),
                    [&](const Row& row) { return meanBytesText(row.cost.*which); });
    }

    /// Returns a line with the times of all choices; empty if no row has this time.
    template <typename Get>
    std::string times(const std::string& name, Get get) const {
        if (std::none_of(rows_.begin(), rows_.end(),
                         [&](const Row& row) { return get(row).has_value(); })) {
            return {};
        }
        return line("  " + name, [&](const Row& row) { return cell(get(row)); });
    }

    std::string work() const {
        const auto any = [&](auto Row::*which) {
            return std::any_of(rows_.begin(), rows_.end(),
                               [&](const Row& row) { return (row.*which).has_value(); });
        };
        std::string out;
        if (any(&Row::trace)) {
            out += line("  acceleration structures", [](const Row& row) -> std::string {
                return row.trace ? bytesText(row.trace->structureBytes) : "-";
            });
            out += line("  refitted, rebuilt", [](const Row& row) -> std::string {
                return row.trace ? fmt::format("{}, {}", row.trace->refitted, row.trace->rebuilt)
                                 : "-";
            });
        }
        if (!any(&Row::listed)) return out;
        out += line("  skinned instances", [](const Row& row) {
            return row.listed ? countText(row.listed->skinned) : countText(row.instances);
        });
        out += line("  visible to the camera", [](const Row& row) {
            return row.listed ? countText(row.listed->inView) : countText(row.instances);
        });
        out += line("  visible in cascades", cascadesText);
        if (any(&Row::detail)) {
            out += line("  per LOD", levelsText);
            out += line("  coarser than needed", [](const Row& row) -> std::string {
                return row.detail ? countText(row.detail->coarsened) : "-";
            });
        }
        const auto bytes = [&](const char* name, uint64_t RowVertexMemory::*which) {
            return line(name, [which](const Row& row) -> std::string {
                return row.vertexMemory ? bytesText((*row.vertexMemory).*which) : "-";
            });
        };
        out += bytes("  skinned vertices", &RowVertexMemory::allocated);
        out += bytes("  needed", &RowVertexMemory::requested);
        return out + bytes("  saved", &RowVertexMemory::saved);
    }

    std::string errors(const char* name, RowErrors RowVerification::*which) const {
        if (std::none_of(rows_.begin(), rows_.end(),
                         [](const Row& row) { return row.verification.has_value(); })) {
            return {};
        }
        return line(fmt::format("  {}", name), [&](const Row& row) -> std::string {
            if (!row.verification) return "-";
            const RowErrors& errors = (*row.verification).*which;
            return fmt::format("{:.1e}  {:.3f}", errors.position, errors.normalDegrees);
        });
    }

    /// Returns a line with the numbers of verified instances; empty if all were verified.
    std::string verifiedInstances() const {
        const auto fewer = [](const Row& row) {
            return row.verification && row.verification->instances;
        };
        if (std::none_of(rows_.begin(), rows_.end(), fewer)) return {};
        return line("  verified instances", [&](const Row& row) {
            return countText(fewer(row) ? *row.verification->instances : row.instances);
        });
    }

    std::span<const Row> rows_;
};

std::string columnsText(std::span<const Row> rows) {
    std::string out;
    while (!rows.empty()) {
        size_t count = 0;
        for (size_t width = kNameWidth; count < rows.size(); ++count) {
            width += widthOf(rows[count]);
            if (count > 0 && width > kWidth) break;
        }
        out += Columns(rows.first(count)).text();
        rows = rows.subspan(count);
        if (!rows.empty()) out += '\n';
    }
    return out;
}

std::string pointText(const Section& section, std::span<const Row> rows) {
    const Row& first = rows.front();
    std::string out = pointWords(first.instances, first.passes) + '\n' + columnsText(rows);
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure == Measure::skin && verdict.ranking.size() < 2) continue;
        if (verdict.instances == first.instances && verdict.passes == first.passes) {
            out += fmt::format("  {:<8}{}\n", std::string(nameOf(verdict.measure)) + ":",
                               verdict.words);
        }
    }
    return out + '\n';
}

std::string pointsText(const Section& section) {
    std::string out;
    for (const std::span<const Row> point : pointsOf(section)) out += pointText(section, point);
    return out;
}

std::string kernelsText(std::span<const KernelRow> kernels) {
    std::string out =
        fmt::format("skinning kernels alone, {}\n  {:<24}{:>12}{:>16}{:>10}{:>11}{:>23}{:>10}\n",
                    counted(kernels.front().instances, "instance"), "", "ms", "M vertices/s",
                    "B/vertex", "GB/s", "times sinew", "error");
    for (const KernelRow& kernel : kernels) {
        out += fmt::format("  {:<24}", kernel.name);
        if (!kernel.measured() || !kernel.gpu) {
            out += fmt::format(" {}\n", untimedText(kernel.state, kernel.reason));
            continue;
        }
        out += fmt::format("{:>12.3f}{:>16.1f}{:>10.1f}{:>11.2f}{:>23}{:>10}\n",
                           kernel.gpu->all.median, kernel.verticesPerSecond,
                           kernel.bytesRead + kernel.bytesWritten, kernel.gigabytesPerSecond,
                           kernel.ratio ? ratioText(*kernel.ratio) : "-",
                           kernel.errors ? fmt::format("{:.1e}", kernel.errors->position) : "-");
    }
    return out + '\n';
}

bool culls(const Report& report) {
    return std::any_of(report.sections.begin(), report.sections.end(), [](const Section& section) {
        return std::any_of(section.rows.begin(), section.rows.end(),
                           [](const Row& row) { return row.listed.has_value(); });
    });
}

std::string sectionText(const Section& section) {
    std::string out = fmt::format("{}: {}\n{}: {}\n\n", section.scenario, section.about,
                                  section.model.name, factsText(section.model));
    const bool detailed = framesGrid(section).lines.size() <= kMostDetailedPoints;
    out += detailed ? pointsText(section) : framesGridText(section);
    for (const auto& kernels : kernelsBySize(section)) out += kernelsText(kernels);
    const std::vector<Exception> exceptions = exceptionsOf(section);
    for (const Exception& exception : exceptions) out += exception.text + '\n';
    if (!exceptions.empty()) out += '\n';
    for (const Measure measure : {Measure::frame, Measure::gpu}) {
        for (const std::string& text : crossoverTexts(section, measure)) {
            out += fmt::format("{}: {}\n", nameOf(measure), text);
        }
    }
    const std::vector<std::string> posed = posedOnGpuTexts(section, Measure::frame);
    for (const std::string& text : posed) out += text + '\n';
    for (const CostModel& fitted : section.costModels) out += costModelWords(fitted) + '\n';
    if (!section.crossovers.empty() || !posed.empty() || !section.costModels.empty()) out += '\n';
    return out;
}

}  // namespace

std::string framesGridText(const Section& section) {
    const FramesGrid grid = framesGrid(section);
    const std::string head = fmt::format("  {}, ms", titles::kFrameTime);
    size_t pointWidth = head.size();
    for (const FramesGrid::Line& line : grid.lines) {
        pointWidth = std::max(pointWidth, line.point.size() + 2);
    }
    std::string out;
    for (size_t first = 0, end = 0; first < grid.choices.size(); first = end) {
        size_t width = pointWidth;
        for (end = first; end < grid.choices.size(); ++end) {
            width += gridWidth(grid.choices[end]);
            if (end > first && width > kGridWidth) break;
        }
        out += fmt::format("{:<{}}", head, pointWidth);
        for (size_t i = first; i < end; ++i) {
            out += fmt::format("{:>{}}", choiceText(grid.choices[i]), gridWidth(grid.choices[i]));
        }
        out += '\n';
        for (const FramesGrid::Line& line : grid.lines) {
            out += fmt::format("  {:<{}}", line.point, pointWidth - 2);
            for (size_t i = first; i < end; ++i) {
                out += fmt::format("{:>{}}{}", line.cells[i].time, gridWidth(grid.choices[i]) - 1,
                                   line.cells[i].leads ? '<' : ' ');
            }
            out += '\n';
        }
    }
    return out + "  <: the fastest, or equal to the fastest within noise.\n\n";
}

std::string costModelWords(const CostModel& model) {
    std::string sum;
    const auto add = [&](const std::optional<double>& value, int digits, const char* unit) {
        if (value)
            sum += fmt::format("{}{:.{}f} {}", sum.empty() ? "" : " + ", *value, digits, unit);
    };
    add(model.fixedMs, 3, "ms");
    add(model.perInstanceUs, 2, "us per instance");
    add(model.perVertexNs, 3, "ns per vertex");
    add(model.perVertexAndPassNs, 3, "ns per vertex and pass");
    return fmt::format("{} {}: {} (off by {:.0f} %, at most {:.0f} %, {} rows)",
                       choiceText(model.choice), nameOf(model.measure), sum, 100 * model.residual,
                       100 * model.worst, model.rows);
}

std::string reportTable(const Report& report) {
    const Conditions& c = report.conditions;
    std::string out = fmt::format(
        "{} ({}), {}\n{}, {} threads, {}\n{} x {}, {} samples; at most {} frames or {:g} s a row "
        "in at "
        "most {} blocks, in each timer mode\n\n",
        report.device.name, nameOf(report.device.type), report.device.driver, report.machine.cpu,
        report.machine.threads, report.machine.os, c.width, c.height, c.samples, c.frames,
        c.seconds, c.blocks);
    for (const Section& section : report.sections) out += sectionText(section);
    out +=
        "1.07x (1.04 to 1.11): frame time relative to the fastest, with the 95 % interval of "
        "paired "
        "blocks.\n"
        "blocks: their number, and the end of the measurement: narrow interval, all frames, or "
        "seconds.\n"
        "-: not measured. The method has no such step, or the device has no timestamps.\n"
        "max error: positions relative to the model's size, and normals in degrees, against the "
        "file in double\n    precision with all influences. own reference: against the same method "
        "and formats in double precision.\n"
        "uploaded/frame: bytes per instance that the CPU writes for the GPU.\n"
        "traffic/frame: bytes per instance that are read or written before caches. Vertex shader "
        "invocations count\n    as measured, or once per vertex and pass.\n"
        "memory: bytes per instance.\n";
    if (culls(report)) {
        out +=
            "skinned, visible: instances that are skinned, and that each pass draws. skinned "
            "vertices: memory\n    allocated, needed, and saved against full detail.\n";
    }
    for (const std::string& note : report.notes) out += note + '\n';
    return out;
}

}  // namespace sinew
