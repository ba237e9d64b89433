// Writes a report's rows as CSV. One function per struct lists its columns.
#include "benchmarks/report/report_formats.h"

#include <fmt/ranges.h>

#include "benchmarks/report/csv.h"

namespace sinew {
namespace {

class Line : public CsvLine {
public:
    using CsvLine::CsvLine;

    void timing(const std::string& name, const std::optional<Timing>& timing) {
        const Summary* all = timing ? &timing->all : nullptr;
        member(name + "_median_ms", all, &Summary::median);
        member(name + "_p5_ms", all, &Summary::p5);
        member(name + "_p95_ms", all, &Summary::p95);
        member(name + "_mad_ms", all, &Summary::mad);
        member(name + "_outliers", all, &Summary::outliers);
        member(name + "_frames", all, &Summary::count);
    }
    void errors(const std::string& name, const std::optional<RowErrors>& errors) {
        member(name + "_position_of_extent", errors, &RowErrors::position);
        member(name + "_normal_degrees", errors, &RowErrors::normalDegrees);
        member(name + "_tangent_degrees", errors, &RowErrors::tangentDegrees);
    }
};

std::string spaced(const std::vector<uint32_t>& counts) {
    return fmt::format("{}", fmt::join(counts, " "));
}

void cells(Line& line, const Report& report, const Section& section, const Row& row) {
    line.text("device", report.device.name);
    line.text("driver", report.device.driver);
    line.text("scenario", section.scenario);
    line.text("model", section.model.name);
    line.number("vertices", section.model.vertices);
    line.number("triangles", section.model.triangles);
    line.number("joints", section.model.joints);
    line.text("choice", choiceText(row.choice));
    line.number("instances", row.instances);
    line.number("passes", row.passes);
    line.text("state", nameOf(row.state));
    line.text("reason", row.reason);
    line.text("note", row.note);
    line.timing("frame_time", row.frame);
    line.timing("gpu_time", row.gpuTotal);
    line.timing("gpu_time_overlapped", row.gpuSpan);
    line.timing("cpu_time", row.cpuTotal);
    line.timing("cpu_upload", row.cpuUpload);
    line.timing("cpu_record", row.cpuRecord);
    line.timing("cpu_submit", row.cpuSubmit);
    line.timing("cpu_other", row.cpuOther);
    line.timing("cpu_time_of_threads", row.cpuThreads);
    for (uint32_t step = indexOf(Step::animate); step <= indexOf(Step::ui); ++step) {
        line.timing(fmt::format("gpu_{}", kStepNames[step]), row.steps[step].gpu);
        line.timing(fmt::format("cpu_{}", kStepNames[step]), row.steps[step].cpu);
    }
    const auto& verified = row.verification;
    line.errors("max_error", verified ? std::optional(verified->ofTruth) : std::nullopt);
    line.errors("own_reference_error", verified ? std::optional(verified->ofItself) : std::nullopt);

    const auto measured = [&]<typename Number>(Number value) {
        return row.measured() ? std::optional(value) : std::nullopt;
    };
    line.number("uploaded_per_frame_bytes_per_instance", measured(row.cost.uploadedPerInstance));
    line.number("traffic_per_frame_bytes_per_instance", measured(row.cost.movedPerInstance));
    line.number("memory_bytes_per_instance", measured(row.cost.allocatedPerInstance));
    line.number("memory_bytes_per_model", measured(row.cost.allocatedPerModel));
    line.number("skin_read_bytes_per_vertex", measured(row.cost.skinReadPerVertex));
    line.number("skin_written_bytes_per_vertex", measured(row.cost.skinWrittenPerVertex));
    line.number("forward_read_bytes_per_vertex", measured(row.cost.forwardReadPerVertex));
    line.number("depth_read_bytes_per_vertex", measured(row.cost.depthReadPerVertex));
    uint64_t heaps = 0;
    for (const uint64_t heap : row.heapBytes) heaps += heap;
    line.number("heap_bytes", measured(heaps));
    line.number("draw_calls", measured(row.drawCalls));
    line.number("dispatches", measured(row.dispatches));
    line.number("vertices_skinned", measured(row.verticesSkinned));
    line.member("instances_skinned", row.listed, &RowListed::skinned);
    line.member("instances_visible_to_camera", row.listed, &RowListed::inView);
    line.member("instances_posed", row.rates, &RowRates::posed);
    line.member("rate_pixels_off", row.rates, &RowRates::mostPixelsOff);
    line.text("instances_visible_in_cascades", row.listed ? spaced(row.listed->inCascades) : "");
    line.text("instances_per_lod", row.detail ? spaced(row.detail->atLevels) : "");
    line.member("instances_coarsened", row.detail, &RowDetail::coarsened);
    line.member("vertices_needed", row.detail, &RowDetail::verticesRequested);
    line.member("vertex_memory_bytes", row.vertexMemory, &RowVertexMemory::allocated);
    line.member("vertex_memory_needed_bytes", row.vertexMemory, &RowVertexMemory::requested);
    line.member("vertex_memory_saved_bytes", row.vertexMemory, &RowVertexMemory::saved);
    line.member("structure_bytes", row.trace, &RowTrace::structureBytes);
    line.member("structures_rebuilt", row.trace, &RowTrace::rebuilt);
    line.number("vertex_invocations", row.vertexInvocations);
    line.number("forward_invocations", row.forwardInvocations);
    line.number("warm_up_frames", measured(row.warmUpFrames));
}

}  // namespace

std::string reportCsv(const Report& report) {
    std::string out;
    {
        Line names(out, true);
        cells(names, report, Section{}, Row{});
    }
    for (const Section& section : report.sections) {
        for (const Row& row : section.rows) {
            Line values(out, false);
            cells(values, report, section, row);
        }
    }
    return out;
}

}  // namespace sinew
