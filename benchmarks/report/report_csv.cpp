// Writes a report's rows as CSV. One function per struct lists its columns.
#include "benchmarks/report/report_csv.h"

#include <fmt/ranges.h>

#include "benchmarks/report/csv.h"

namespace sinew {
namespace {

class Line : public CsvLine {
public:
    using CsvLine::CsvLine;

    void timing(const std::string& name, const std::optional<Timing>& timing) {
        const auto ms = [&](const char* what, double Summary::*of) {
            number(fmt::format("{}_{}_ms", name, what),
                   timing ? std::optional(timing->all.*of) : std::nullopt);
        };
        ms("median", &Summary::median);
        ms("p5", &Summary::p5);
        ms("p95", &Summary::p95);
        ms("mad", &Summary::mad);
        number(name + "_outliers", timing ? std::optional(timing->all.outliers) : std::nullopt);
        number(name + "_frames", timing ? std::optional(timing->all.count) : std::nullopt);
    }
    void errors(const std::string& name, const std::optional<RowErrors>& errors) {
        const auto value = [&](const char* what, double RowErrors::*of) {
            number(fmt::format("{}_{}", name, what),
                   errors ? std::optional((*errors).*of) : std::nullopt);
        };
        value("position_of_extent", &RowErrors::position);
        value("normal_degrees", &RowErrors::normalDegrees);
        value("tangent_degrees", &RowErrors::tangentDegrees);
    }
};

template <typename Measured>
void state(Line& line, const Measured& row) {
    line.text("state", nameOf(row.state));
    line.text("reason", row.reason);
}

std::string spaced(const std::vector<uint32_t>& counts) {
    return fmt::format("{}", fmt::join(counts, " "));
}

void writeSource(Line& line, const Report& report, const Section& section) {
    line.text("device", report.device.name);
    line.text("driver", report.device.driver);
    line.text("scenario", section.scenario);
    line.text("model", section.model.name);
}

void cells(Line& line, const Report& report, const Section& section, const Row& row) {
    writeSource(line, report, section);
    line.number("vertices", section.model.vertices);
    line.number("triangles", section.model.triangles);
    line.number("joints", section.model.joints);
    line.text("choice", choiceText(row.choice));
    line.number("instances", row.instances);
    line.number("passes", row.passes);
    state(line, row);
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
    line.number("instances_skinned",
                row.listed ? std::optional(row.listed->skinned) : std::nullopt);
    line.number("instances_visible_to_camera",
                row.listed ? std::optional(row.listed->inView) : std::nullopt);
    line.number("instances_posed", row.rates ? std::optional(row.rates->posed) : std::nullopt);
    line.number("rate_pixels_off",
                row.rates ? std::optional(row.rates->mostPixelsOff) : std::nullopt);
    line.text("instances_visible_in_cascades", row.listed ? spaced(row.listed->inCascades) : "");
    line.text("instances_per_lod", row.detail ? spaced(row.detail->atLevels) : "");
    const auto detail = [&]<typename Number>(Number RowDetail::*which) {
        return row.detail ? std::optional((*row.detail).*which) : std::nullopt;
    };
    line.number("instances_coarsened", detail(&RowDetail::coarsened));
    line.number("vertices_needed", detail(&RowDetail::verticesRequested));
    const auto memory = [&](uint64_t RowVertexMemory::*which) {
        return row.vertexMemory ? std::optional((*row.vertexMemory).*which) : std::nullopt;
    };
    line.number("vertex_memory_bytes", memory(&RowVertexMemory::allocated));
    line.number("vertex_memory_needed_bytes", memory(&RowVertexMemory::requested));
    line.number("vertex_memory_saved_bytes", memory(&RowVertexMemory::saved));
    line.number("structure_bytes",
                row.trace ? std::optional(row.trace->structureBytes) : std::nullopt);
    line.number("structures_rebuilt", row.trace ? std::optional(row.trace->rebuilt) : std::nullopt);
    line.number("vertex_invocations", row.vertexInvocations);
    line.number("forward_invocations", row.forwardInvocations);
    line.number("warm_up_frames", measured(row.warmUpFrames));
}

void cells(Line& line, const Report& report, const Section& section, const KernelRow& row) {
    writeSource(line, report, section);
    line.text("kernel", row.name);
    line.text("layout", row.layout);
    line.text("kind", nameOf(row.kind));
    state(line, row);
    const auto measured = [&]<typename Number>(Number value) {
        return row.measured() ? std::optional(value) : std::nullopt;
    };
    line.number("instances", row.instances);
    line.number("dispatches", measured(row.dispatches));
    line.number("read_bytes_per_vertex", measured(row.bytesRead));
    line.number("written_bytes_per_vertex", measured(row.bytesWritten));
    line.number("million_vertices_per_second", measured(row.verticesPerSecond));
    line.number("gigabytes_per_second", measured(row.gigabytesPerSecond));
    line.number("times_sinew", row.ratio ? std::optional(row.ratio->ratio) : std::nullopt);
    line.number("times_sinew_low", row.ratio ? std::optional(row.ratio->low) : std::nullopt);
    line.number("times_sinew_high", row.ratio ? std::optional(row.ratio->high) : std::nullopt);
    line.timing("gpu_time", row.gpu);
    line.errors("max_error", row.errors);
}

template <typename Element>
std::string table(const Report& report, std::vector<Element> Section::*rows) {
    std::string out;
    {
        Line names(out, true);
        cells(names, report, Section{}, Element{});
    }
    for (const Section& section : report.sections) {
        for (const Element& row : section.*rows) {
            Line values(out, false);
            cells(values, report, section, row);
        }
    }
    return out;
}

}  // namespace

std::string reportCsv(const Report& report) {
    return table(report, &Section::rows);
}

std::string kernelsCsv(const Report& report) {
    return table(report, &Section::kernels);
}

}  // namespace sinew
