// Notes that a reader needs to understand the figures of a report.
#include "benchmarks/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/number_text.h"

namespace sinew {
namespace {

/// Their rasterisers are a small part of those on gaming GPUs.
constexpr const char* kDatacentre[] = {"H100", "H200", "H800", "H20", "GH200"};

constexpr double kClockChange = 0.05;

/// What slowed the machine while a section was measured. Of what was not read both before and after
/// it, nothing is said.
std::string slowed(const SystemState& before, const SystemState& after) {
    if (before.cpuThrottles && after.cpuThrottles && *after.cpuThrottles > *before.cpuThrottles) {
        return "the processor was slowed for heat";
    }
    if (before.gpuSlowedBy && after.gpuSlowedBy && !after.gpuSlowedBy->empty()) {
        return fmt::format("the GPU was slowed ({})", slowdownsText(*after.gpuSlowedBy));
    }
    if (before.gpuMhz && after.gpuMhz &&
        std::abs(*after.gpuMhz - *before.gpuMhz) > kClockChange * *before.gpuMhz) {
        return fmt::format("the GPU's clock went from {:.0f} to {:.0f} MHz", *before.gpuMhz,
                           *after.gpuMhz);
    }
    return {};
}

/// How many blocks other programs disturbed; empty: none.
std::string disturbances(const Report& report) {
    uint32_t leftOut = 0;
    uint32_t kept = 0;
    for (const Section& section : report.sections) {
        for (const Row& row : section.rows) {
            leftOut += row.leftOutBlocks;
            kept += row.disturbedBlocks;
        }
    }
    std::string text;
    if (leftOut > 0) {
        text = fmt::format("Other programs were busy in {} of rows, which are left out.",
                           counted(leftOut, "block"));
    }
    if (kept > 0) {
        text += fmt::format(
            "{}Other programs were busy in {} of rows that are part of the figures, because too "
            "few quiet blocks remain: measure again on a quiet machine before quoting.",
            text.empty() ? "" : " ", counted(kept, "block"));
    }
    return text;
}

bool anyOverlaps(const Report& report) {
    return std::any_of(report.sections.begin(), report.sections.end(), [](const Section& section) {
        return std::any_of(section.rows.begin(), section.rows.end(), [](const Row& row) {
            return row.choice.settings.queues == Queues::two;
        });
    });
}

}  // namespace

std::string slowdownsText(const std::vector<Slowdown>& reasons) {
    std::string text;
    for (const Slowdown reason : reasons) {
        text += (text.empty() ? "" : ", ") + std::string(nameOf(reason));
    }
    return text;
}

std::vector<std::string> notesFor(const Report& report) {
    std::vector<std::string> notes;
    if (report.partial) {
        notes.push_back(
            "The run was interrupted: rows that are here are complete, others are missing; "
            "bench --resume continues.");
    }
    notes.push_back(
        report.conditions.pipelined
            ? "CPU and GPU work on neighbouring frames at once; 'frame' is the slower of the two, "
              "which is what bounds the frame rate."
            : "This device is a CPU: 'GPU' steps run on the same cores as 'CPU' steps, one frame "
              "after the other, and 'frame' is the time from its first step to its end. Method cpu "
              "may rightly win here; a GPU ranks the methods differently.");
    if (report.conditions.pipelined && anyOverlaps(report)) {
        notes.push_back(
            "Where a choice has the setting overlap, 'frame' is the time from one frame to the "
            "next by the clock, in all choices of the scenario: stamps of two queues cannot be "
            "compared.");
    }
    notes.push_back(
        "GPU steps are serialised: a full barrier stands around each, so that each time is the "
        "step's own. 'frame' and 'overlapped' are without those barriers, as in a game.");
    if (!report.device.timestamps) {
        notes.push_back("The device has no timestamps: GPU steps are not measured.");
    }
    if (!report.device.vertexStores) {
        notes.push_back(
            "The device cannot store from the vertex stage: vertices are not verified.");
    }
    if (const std::string text = disturbances(report); !text.empty()) notes.push_back(text);
    if (report.conditions.validated) {
        notes.push_back(
            "The validation layer was on: the figures are those of a checked run and "
            "not to be quoted.");
    }
    if (!report.conditions.assumedLimits.empty()) {
        notes.push_back(fmt::format("The device was treated as a lesser one: {}.",
                                    report.conditions.assumedLimits));
    }
    for (const Section& section : report.sections) {
        if (const std::string what = slowed(section.before, section.after); !what.empty()) {
            notes.push_back(fmt::format("While {} of scenario {} was measured, {}.",
                                        section.model.name, section.scenario, what));
        }
    }
    if (std::any_of(std::begin(kDatacentre), std::end(kDatacentre), [&](const char* name) {
            return report.device.name.find(name) != std::string::npos;
        })) {
        notes.push_back(
            "Datacentre GPUs of the Hopper family rasterise slowly: compute times "
            "are valid, ratios of vertex to compute do not apply to a gaming GPU.");
    }
    return notes;
}

}  // namespace sinew
