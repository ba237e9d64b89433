// JSON and the terminal's table.
#include "benchmarks/report_two.h"

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

json errorsJson(const VertexErrors& errors) {
    // JSON knows no infinity; a vertex that is not a number has an unbounded error.
    return {{"positionOfExtent", errors.position},
            {"normalDegrees", errors.normalDegrees},
            {"tangentDegrees", errors.tangentDegrees}};
}

json orNull(const std::string& text) {
    return text.empty() ? json(nullptr) : json(text);
}

json rowJson(const BenchmarkRow& row) {
    const bool measured = row.notMeasured.empty();
    json steps = json::object();
    for (uint32_t i = 0; i < kStepCount; ++i) {
        steps[kStepNames[i]] = {{"gpuMs", summaryJson(row.steps[i].gpu)},
                                {"cpuMs", summaryJson(row.steps[i].cpu)}};
    }
    json verified = nullptr;
    if (row.verification) {
        verified = {{"withinTolerance", row.verification->ofItself.withinTolerance()},
                    {"ofItself", errorsJson(row.verification->ofItself)},
                    {"ofTruth", errorsJson(row.verification->ofTruth)}};
    }
    const auto count = [&](uint64_t value) { return measured ? json(value) : json(nullptr); };
    return {{"method", methodName(row.choice.method)},
            {"choice", choiceText(row.choice)},
            {"resolutionNote", orNull(row.note)},
            {"instances", row.instances},
            {"cascades", row.cascades},
            {"measured", measured},
            {"notMeasuredBecause", orNull(row.notMeasured)},
            {"verified", verified},
            {"cost", costJson(row.cost)},
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

/// A column for each choice of one crowd size and number of cascades.
class Block {
public:
    explicit Block(std::span<const BenchmarkRow> rows) : rows_(rows) {
        for (const BenchmarkRow& row : rows) {
            widths_.push_back(std::max<size_t>(choiceText(row.choice).size() + 2, 18));
        }
    }

    std::string text() const {
        std::string out = fmt::format("{} instance{}, {} cascade{}\n{:<26}", rows_[0].instances,
                                      rows_[0].instances == 1 ? "" : "s", rows_[0].cascades,
                                      rows_[0].cascades == 1 ? "" : "s", "  ms: median  p95");
        for (size_t i = 0; i < rows_.size(); ++i) {
            out += fmt::format("{:>{}}", choiceText(rows_[i].choice), widths_[i]);
        }
        out += '\n';
        for (uint32_t i = 0; i < kStepCount; ++i) {
            out += times("CPU", kStepNames[i], [i](const auto& row) { return row.steps[i].cpu; });
        }
        out += times("CPU", "all, and submission", [](const auto& row) { return row.cpuTotal; });
        for (uint32_t i = 0; i < kStepCount; ++i) {
            out += times("GPU", kStepNames[i], [i](const auto& row) { return row.steps[i].gpu; });
        }
        out += times("GPU", "all steps", [](const auto& row) { return row.gpuTotal; });
        out += times("", "frame", [](const auto& row) { return row.frame; });
        out += errors("off its own meaning", &Verification::ofItself);
        out += errors("off the file", &Verification::ofTruth);
        out += line("  uploaded", [](const auto& row) { return bytesText(row.cost.uploaded); });
        out += line("  moved", [](const auto& row) { return bytesText(row.cost.perFrame()); });
        out +=
            line("  held", [](const auto& row) { return bytesText(row.cost.memoryPerInstance); });
        for (const BenchmarkRow& row : rows_) {
            if (!row.note.empty()) {
                out += fmt::format("  {}: {}\n", choiceText(row.choice), row.note);
            }
            if (row.notMeasured.empty()) continue;
            out +=
                fmt::format("  {} was not measured: {}\n", choiceText(row.choice), row.notMeasured);
        }
        return out;
    }

private:
    /// Of every row what `get` says, a string.
    template <typename Get>
    std::string line(const std::string& name, Get get) const {
        std::string out = fmt::format("{:<26}", name);
        for (size_t i = 0; i < rows_.size(); ++i) {
            out += fmt::format("{:>{}}", get(rows_[i]), widths_[i]);
        }
        return out + '\n';
    }

    /// Nothing when it was measured of no row.
    template <typename Get>
    std::string times(const char* where, const char* name, Get get) const {
        if (std::none_of(rows_.begin(), rows_.end(),
                         [&](const auto& row) { return get(row).has_value(); })) {
            return {};
        }
        return line(fmt::format("  {:<4}{}", where, name),
                    [&](const auto& row) { return cell(get(row)); });
    }

    std::string errors(const char* name, VertexErrors Verification::*which) const {
        if (std::none_of(rows_.begin(), rows_.end(),
                         [](const auto& row) { return row.verification.has_value(); })) {
            return {};
        }
        return line(fmt::format("  {}", name), [&](const auto& row) -> std::string {
            if (!row.verification) return "-";
            const VertexErrors& errors = (*row.verification).*which;
            return fmt::format("{:.1e}  {:.3f}", errors.position, errors.normalDegrees);
        });
    }

    std::span<const BenchmarkRow> rows_;
    std::vector<size_t> widths_;  // of the columns
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

nlohmann::ordered_json costJson(const CostCard& card) {
    const auto aVertex = [&](uint64_t bytes) {
        return static_cast<double>(bytes) /
               static_cast<double>(std::max<uint64_t>(card.vertices, 1));
    };
    const auto limit = [](uint64_t value) { return value > 0 ? json(value) : json(nullptr); };
    return {{"choice", choiceText(card.choice)},
            {"passes", card.passes},
            {"uploadedBytesPerInstance", card.uploaded},
            {"paletteReadBytesPerInstance", card.palette.read},
            {"paletteWrittenBytesPerInstance", card.palette.written},
            {"skinReadBytesAVertex", aVertex(card.skin.read)},
            {"skinWrittenBytesAVertex", aVertex(card.skin.written)},
            {"passReadBytesAVertex", aVertex(card.readPerPass)},
            {"passReadBytesAVertexWhileFading", aVertex(card.readWhileFading)},
            {"motionReadBytesAVertex", aVertex(card.readForMotion)},
            {"movedBytesPerInstance", card.perFrame()},
            {"verticesSkinnedPerInstance", card.verticesSkinned},
            {"staticBytes", card.memoryOfModel},
            {"bakedBytes", card.bakedBytes},
            {"bytesPerInstance", card.memoryPerInstance},
            {"dispatches", card.dispatches},
            {"pointDraws", card.pointDraws},
            {"drawsPerPass", card.drawsPerPass},
            {"instancesADraw", limit(card.runInstances)},
            {"jointLimit", limit(card.joints.entries)},
            {"jointLimitBecause", card.joints.because},
            {"cannot", card.cannot}};
}

nlohmann::ordered_json reportJson(const BenchmarkReport& report) {
    const BenchmarkOptions& options = report.run.options;
    json choices = json::array();
    for (const SkinChoice& choice : options.choices) choices.push_back(choiceText(choice));
    json rows = json::array();
    for (const BenchmarkRow& row : report.run.rows) rows.push_back(rowJson(row));
    json verdicts = json::array();
    for (const Verdict& verdict : report.verdicts) {
        verdicts.push_back(
            {{"instances", verdict.instances},
             {"cascades", verdict.cascades},
             {"measure", verdict.measure},
             {"winner", verdict.winner ? json(choiceText(*verdict.winner)) : json(nullptr)},
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
             {{"choices", choices},
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
    const size_t together = options.choices.size();
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
    out +=
        "-: not measured; the method has no such step, or the device no timestamps.\n"
        "off: position of the extent, normal in degrees; from the choice with exact weights and "
        "matrices in double\n     precision, and from the file: all influences, the exact pose.\n"
        "uploaded, moved, held: bytes an instance; by the CPU a frame, by all that reads or writes "
        "a frame before\n     caches, and of memory.\n";
    for (const std::string& note : report.notes) out += note + '\n';
    return out;
}

}  // namespace sinew
