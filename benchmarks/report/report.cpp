// Writes the caveats and notes that a reader needs to interpret a report.
#include "benchmarks/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/report/number_text.h"

namespace sinew {
namespace {

/// Names of GPUs whose rasterisers are slow compared with gaming GPUs.
constexpr const char* kDatacentre[] = {"H100", "H200", "H800", "H20", "GH200"};

constexpr double kClockChange = 0.05;

/// Describes what slowed the machine during a section; empty if nothing did. Values that were not
/// read both before and after the section are ignored.
std::string slowed(const SystemState& before, const SystemState& after) {
    if (before.cpuThrottles && after.cpuThrottles && *after.cpuThrottles > *before.cpuThrottles) {
        return "thermal throttling slowed the processor";
    }
    if (before.gpuSlowedBy && after.gpuSlowedBy && !after.gpuSlowedBy->empty()) {
        return fmt::format("throttling slowed the GPU ({})", slowdownsText(*after.gpuSlowedBy));
    }
    if (before.gpuMhz && after.gpuMhz &&
        std::abs(*after.gpuMhz - *before.gpuMhz) > kClockChange * *before.gpuMhz) {
        return fmt::format("the GPU clock changed from {:.0f} to {:.0f} MHz", *before.gpuMhz,
                           *after.gpuMhz);
    }
    return {};
}

void addDisturbances(const Report& report, std::vector<std::string>& caveats) {
    size_t measuredBlocks = 0;
    uint32_t leftOut = 0;
    uint32_t kept = 0;
    for (const Section& section : report.sections) {
        for (const Row& row : section.rows) {
            measuredBlocks += row.frame ? row.frame->blockMedians.size() : 0;
            leftOut += row.leftOutBlocks;
            kept += row.disturbedBlocks;
        }
    }
    if (kept > 0) {
        caveats.push_back(
            fmt::format("Other programs were busy in {} of {}. Repeat the run on a quiet machine.",
                        kept, counted(measuredBlocks, "block")));
    }
    if (leftOut > 0) {
        caveats.push_back(fmt::format("Other programs were busy in {}, which are left out.",
                                      counted(leftOut, "block")));
    }
}

void addShortPoints(const Report& report, std::vector<std::string>& caveats) {
    size_t points = 0;
    size_t tooFew = 0;
    for (const Section& section : report.sections) {
        for (const Verdict& verdict : section.verdicts) {
            if (verdict.measure != Measure::frame || verdict.ranking.size() < 2) continue;
            ++points;
            tooFew += verdict.hasEnoughBlocks() ? 0 : 1;
        }
    }
    if (tooFew > 0) {
        caveats.push_back(
            fmt::format("Too few frames for a ranking at {} of {}. Raise --frames or --seconds.",
                        tooFew, counted(points, "point")));
    }
}

}  // namespace

std::string slowdownsText(const std::vector<Slowdown>& reasons) {
    std::string text;
    for (const Slowdown reason : reasons) {
        text += (text.empty() ? "" : ", ") + std::string(nameOf(reason));
    }
    return text;
}

std::vector<std::string> caveatsFor(const Report& report) {
    std::vector<std::string> caveats;
    if (report.partial) {
        caveats.emplace_back(
            "The run was interrupted: some rows are missing. bench --resume continues it.");
    }
    if (report.device.type == DeviceType::cpu) {
        caveats.emplace_back(
            "Software renderer: GPU steps run on the CPU's cores. A GPU ranks the methods "
            "differently.");
    }
    if (std::any_of(std::begin(kDatacentre), std::end(kDatacentre), [&](const char* name) {
            return report.device.name.find(name) != std::string::npos;
        })) {
        caveats.emplace_back(
            "Hopper GPUs rasterize slowly: ratios of vertex to compute do not hold for gaming "
            "GPUs.");
    }
    addDisturbances(report, caveats);
    addShortPoints(report, caveats);
    if (report.conditions.validated) {
        caveats.emplace_back("The validation layer was on. Do not quote these figures.");
    }
    if (!report.conditions.assumedLimits.empty()) {
        caveats.push_back(
            fmt::format("The device's limits were lowered: {}.", report.conditions.assumedLimits));
    }
    for (const Section& section : report.sections) {
        if (const std::string what = slowed(section.before, section.after); !what.empty()) {
            caveats.push_back(
                fmt::format("{}, {}: {}.", section.scenario, section.model.name, what));
        }
    }
    if (!report.device.timestamps) {
        caveats.emplace_back("The device has no timestamps: GPU steps are not measured.");
    }
    if (!report.device.vertexStores) {
        caveats.emplace_back(
            "The device cannot store from vertex shaders: vertices are not verified.");
    }
    return caveats;
}

std::vector<std::string> notesFor(const Report& report) {
    std::vector<std::string> notes = caveatsFor(report);
    notes.emplace_back(
        report.conditions.pipelined
            ? "Frame time is the larger of CPU time and overlapped GPU time, because CPU and GPU "
              "work on neighbouring frames."
            : "Frame time is from the first step of a frame to its end. Frames do not overlap, "
              "because CPU and GPU share cores.");
    notes.emplace_back(
        "GPU steps are serialised by a full barrier before and after each step. Frame time and "
        "overlapped GPU time are measured without these barriers.");
    return notes;
}

}  // namespace sinew
