// JSON and the terminal's table.
#include "benchmarks/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "sinew_version.h"

namespace sinew {
namespace {

using json = nlohmann::ordered_json;

const char* typeWords(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return "discrete GPU";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return "integrated GPU";
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return "virtual GPU";
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return "CPU";
        default:
            return "other";
    }
}

std::vector<std::string> notesFor(const BenchmarkReport& report, const Device& device) {
    std::vector<std::string> notes;
    notes.push_back(
        report.run.overlapped
            ? "CPU and GPU work on neighbouring frames at once; 'frame' is the slower of the two, "
              "which is what bounds the frame rate."
            : "This device is a CPU: 'GPU' steps run on the same cores as 'CPU' steps, one frame "
              "after the other, and 'frame' is the time from its first step to its end. Method cpu "
              "may rightly win here; a GPU ranks the methods differently.");
    notes.push_back(
        "GPU steps are serialised: a full barrier stands around each, so that each time "
        "is the step's own. In a game they overlap.");
    if (!report.timestamps)
        notes.push_back("The device has no timestamps: GPU steps are not measured.");
    if (!device.has().vertexStores) {
        notes.push_back(
            "The device cannot store from the vertex stage: vertices are not verified.");
    }
    const double load = report.run.loadBefore.value_or(0.0);
    if (load > 0.5 * report.machine.threads) {
        notes.push_back(
            fmt::format("Other programs were busy when the run began ({:.1f} of {} "
                        "threads): measure again on a quiet machine before quoting.",
                        load, report.machine.threads));
    }
    if (report.validated) {
        notes.push_back(
            "The validation layer was on: the figures are those of a checked run and "
            "not to be quoted.");
    }
    // Their rasterisers are a small part of those on gaming GPUs.
    constexpr const char* kDatacentre[] = {"H100", "H200", "H800", "H20", "GH200"};
    if (std::any_of(std::begin(kDatacentre), std::end(kDatacentre), [&](const char* name) {
            return report.device.find(name) != std::string::npos;
        })) {
        notes.push_back(
            "Datacentre GPUs of the Hopper family rasterise slowly: compute times "
            "stand, ratios of vertex to compute do not speak for a gaming GPU.");
    }
    return notes;
}

json summaryJson(const std::optional<Summary>& summary) {
    if (!summary) return nullptr;
    return {{"median", summary->median},
            {"p5", summary->p5},
            {"p95", summary->p95},
            {"mad", summary->mad},
            {"count", summary->count}};
}

json rowJson(const BenchmarkRow& row) {
    const bool measured = row.notMeasured.empty();
    json steps = json::object();
    for (uint32_t i = 0; i < kStepCount; ++i) {
        steps[kStepNames[i]] = {{"gpuMs", summaryJson(row.steps[i].gpu)},
                                {"cpuMs", summaryJson(row.steps[i].cpu)}};
    }
    json verified = nullptr;
    if (row.errors) {
        // JSON knows no infinity; a vertex that is not a number has an unbounded error.
        verified = {{"withinTolerance", row.errors->withinTolerance()},
                    {"positionOfExtent", row.errors->position},
                    {"normalDegrees", row.errors->normalDegrees},
                    {"tangentDegrees", row.errors->tangentDegrees}};
    }
    const auto count = [&](uint64_t value) { return measured ? json(value) : json(nullptr); };
    return {{"method", methodName(row.method)},
            {"instances", row.instances},
            {"cascades", row.cascades},
            {"measured", measured},
            {"notMeasuredBecause", measured ? json(nullptr) : json(row.notMeasured)},
            {"verified", verified},
            {"steps", steps},
            {"gpuTotalMs", summaryJson(row.gpuTotal)},
            {"cpuRecordMs", summaryJson(row.cpuRecord)},
            {"cpuTotalMs", summaryJson(row.cpuTotal)},
            {"frameMs", summaryJson(row.frame)},
            {"drawCalls", count(row.drawCalls)},
            {"dispatches", count(row.dispatches)},
            {"verticesSkinned", count(row.verticesSkinned)},
            {"deviceBytes", count(row.deviceBytes)}};
}

std::string cell(const std::optional<Summary>& summary) {
    return summary ? fmt::format("{:.3f}  {:.3f}", summary->median, summary->p95) : "-";
}

/// All methods of one crowd size and number of cascades.
class Block {
public:
    explicit Block(std::span<const BenchmarkRow> rows) : rows_(rows) {}

    std::string text() const {
        std::string out = fmt::format("{} instance{}, {} cascade{}\n{:<26}", rows_[0].instances,
                                      rows_[0].instances == 1 ? "" : "s", rows_[0].cascades,
                                      rows_[0].cascades == 1 ? "" : "s", "  ms: median  p95");
        for (const BenchmarkRow& row : rows_) {
            out += fmt::format("{:>18}", methodName(row.method));
        }
        out += '\n';
        for (uint32_t i = 0; i < kStepCount; ++i) {
            out += line("CPU", kStepNames[i], [i](const auto& row) { return row.steps[i].cpu; });
        }
        out += line("CPU", "all, and submission", [](const auto& row) { return row.cpuTotal; });
        for (uint32_t i = 0; i < kStepCount; ++i) {
            out += line("GPU", kStepNames[i], [i](const auto& row) { return row.steps[i].gpu; });
        }
        out += line("GPU", "all steps", [](const auto& row) { return row.gpuTotal; });
        out += line("", "frame", [](const auto& row) { return row.frame; });
        for (const BenchmarkRow& row : rows_) {
            if (row.notMeasured.empty()) continue;
            out +=
                fmt::format("  {} was not measured: {}\n", methodName(row.method), row.notMeasured);
        }
        return out;
    }

private:
    /// Nothing when no method measured it.
    template <typename Get>
    std::string line(const char* where, const char* name, Get get) const {
        if (std::none_of(rows_.begin(), rows_.end(),
                         [&](const auto& row) { return get(row).has_value(); })) {
            return {};
        }
        std::string out = fmt::format("  {:<4}{:<20}", where, name);
        for (const BenchmarkRow& row : rows_) out += fmt::format("{:>18}", cell(get(row)));
        return out + '\n';
    }

    std::span<const BenchmarkRow> rows_;
};

}  // namespace

BenchmarkReport makeReport(BenchmarkRun run, const Device& device, const Model& model,
                           double importMs, bool validated) {
    const VkPhysicalDeviceProperties& properties = device.info().properties;
    BenchmarkReport report{
        .run = std::move(run),
        .machine = describeMachine(),
        .device = properties.deviceName,
        .deviceType = typeWords(properties.deviceType),
        .driver = device.info().driver,
        .vulkanVersion = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(properties.apiVersion),
                                     VK_API_VERSION_MINOR(properties.apiVersion),
                                     VK_API_VERSION_PATCH(properties.apiVersion)),
        .timestamps = device.has().timestampBits > 0,
        .model = model.name,
        .vertices = model.geometry.vertexCount(),
        .joints = model.skeleton.size(),
        .paletteEntries = static_cast<uint32_t>(model.binds.size()),
        .importMs = importMs,
        .validated = validated};
    if (report.run.options.clip != kRestPose) {
        report.clip = model.clips[report.run.options.clip].name;
    }
    const std::vector<uint32_t>& offsets = model.geometry.influenceOffsets;
    for (size_t v = 0; v + 1 < offsets.size(); ++v) {
        report.mostInfluences = std::max(report.mostInfluences, offsets[v + 1] - offsets[v]);
    }
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    report.timeUtc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
    report.verdicts = judge(report.run);
    report.notes = notesFor(report, device);
    return report;
}

nlohmann::ordered_json reportJson(const BenchmarkReport& report) {
    const BenchmarkOptions& options = report.run.options;
    json methods = json::array();
    for (const Method method : options.methods) methods.push_back(methodName(method));
    json rows = json::array();
    for (const BenchmarkRow& row : report.run.rows) rows.push_back(rowJson(row));
    json verdicts = json::array();
    for (const Verdict& verdict : report.verdicts) {
        verdicts.push_back(
            {{"instances", verdict.instances},
             {"cascades", verdict.cascades},
             {"measure", verdict.measure},
             {"winner", verdict.winner ? json(methodName(*verdict.winner)) : json(nullptr)},
             {"words", verdict.words}});
    }
    return {{"version", kReportVersion},
            {"program", {{"version", SINEW_VERSION}, {"commit", SINEW_COMMIT}}},
            {"timeUtc", report.timeUtc},
            {"machine",
             {{"os", report.machine.os},
              {"cpu", report.machine.cpu},
              {"threads", report.machine.threads},
              {"busyThreadsBefore",
               report.run.loadBefore ? json(*report.run.loadBefore) : json(nullptr)}}},
            {"device",
             {{"name", report.device},
              {"type", report.deviceType},
              {"driver", report.driver},
              {"vulkan", report.vulkanVersion},
              {"timestamps", report.timestamps}}},
            {"model",
             {{"name", report.model},
              {"vertices", report.vertices},
              {"joints", report.joints},
              {"paletteEntries", report.paletteEntries},
              {"mostInfluences", report.mostInfluences},
              {"importMs", report.importMs}}},
            {"options",
             {{"methods", methods},
              {"instances", options.instances},
              {"cascades", options.cascades},
              {"clip", report.clip.empty() ? json(nullptr) : json(report.clip)},
              {"frames", options.frames},
              {"blocks", report.run.blocks},
              {"warmUpFrames", report.run.warmUpFrames},
              {"width", options.size.width},
              {"height", options.size.height},
              {"samples", report.run.samplesTaken},
              {"seed", options.seed},
              {"gpuTimer", "serialised"},
              {"cpuAndGpuOverlap", report.run.overlapped},
              {"validation", report.validated}}},
            {"rows", rows},
            {"verdicts", verdicts},
            {"notes", report.notes}};
}

std::string reportTable(const BenchmarkReport& report) {
    const BenchmarkOptions& options = report.run.options;
    std::string out = fmt::format(
        "{} ({}), {}\n{}, {} threads, {}\n{}: {} vertices, {} joints, up to {} influences, clip "
        "{}; "
        "{} x {}, {} samples; {} frames in {} blocks\n\n",
        report.device, report.deviceType, report.driver, report.machine.cpu, report.machine.threads,
        report.machine.os, report.model, report.vertices, report.joints, report.mostInfluences,
        report.clip.empty() ? "none (rest pose)" : report.clip, options.size.width,
        options.size.height, report.run.samplesTaken, options.frames, report.run.blocks);
    const size_t together = options.methods.size();
    for (size_t start = 0; start < report.run.rows.size(); start += together) {
        const std::span<const BenchmarkRow> rows(&report.run.rows[start], together);
        out += Block(rows).text();
        for (const Verdict& verdict : report.verdicts) {
            if (verdict.instances == rows[0].instances && verdict.cascades == rows[0].cascades) {
                out += fmt::format("  {:<8}{}\n", verdict.measure + ":", verdict.words);
            }
        }
        out += '\n';
    }
    out += "-: not measured; the method has no such step, or the device no timestamps.\n";
    for (const std::string& note : report.notes) out += note + '\n';
    return out;
}

}  // namespace sinew
