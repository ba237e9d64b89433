// Collects the times of a row's frames, and summarizes them.
#include "benchmarks/run/frame_series.h"

#include <algorithm>

namespace sinew {

std::optional<Timing> timingOf(const Blocks& blocks) {
    std::vector<double> all;
    Timing timing;
    for (const auto& block : blocks) {
        if (block.empty()) continue;
        all.insert(all.end(), block.begin(), block.end());
        timing.blockMedians.push_back(summarize(block)->median);
    }
    if (all.empty()) return std::nullopt;
    timing.all = *summarize(std::move(all));
    return timing;
}

template <typename Visit>
void FrameSeries::forEach(const Visit& visit) {
    for (Blocks& step : gpu) visit(step);
    for (Blocks& step : cpu) visit(step);
    for (Blocks* all : {&gpuTotal, &gpuSpan, &cpuUpload, &cpuRecord, &cpuSubmit, &cpuOther,
                        &cpuTotal, &cpuThreads, &frame}) {
        visit(*all);
    }
}

FrameSeries::FrameSeries(uint32_t blocks) {
    forEach([&](Blocks& times) { times.resize(blocks); });
}

uint32_t FrameSeries::count(const std::vector<bool>& marks, bool value) const {
    uint32_t blocks = 0;
    for (size_t i = 0; i < marks.size(); ++i) blocks += marks[i] == value && !cpuTotal[i].empty();
    return blocks;
}

void FrameSeries::leaveOut(const std::vector<bool>& marked) {
    forEach([&](Blocks& times) {
        for (size_t i = 0; i < marked.size(); ++i) {
            if (marked[i]) times[i].clear();
        }
    });
}

void FrameSeries::add(uint32_t block, TimerMode mode, const FrameStatistics& statistics,
                      std::optional<double> totalMs) {
    std::optional<double> total;
    for (const StepTime& step : statistics.steps) {
        if (step.gpuMs) total = total.value_or(0.0) + *step.gpuMs;
    }
    if (mode == TimerMode::serialised) {
        for (uint32_t i = 0; i < kStepCount; ++i) {
            if (statistics.steps[i].gpuMs) gpu[i][block].push_back(*statistics.steps[i].gpuMs);
        }
        if (total) gpuTotal[block].push_back(*total);
        return;
    }
    for (uint32_t i = 0; i < kStepCount; ++i) {
        if (statistics.steps[i].cpuMs) cpu[i][block].push_back(*statistics.steps[i].cpuMs);
    }
    cpuUpload[block].push_back(statistics.cpuUploadMs);
    cpuRecord[block].push_back(statistics.cpuRecordMs);
    cpuSubmit[block].push_back(statistics.cpuSubmitMs);
    cpuOther[block].push_back(statistics.cpuOtherMs());
    cpuTotal[block].push_back(statistics.cpuFrameMs);
    cpuThreads[block].push_back(statistics.cpuThreadsMs);
    if (statistics.gpuSpanMs) gpuSpan[block].push_back(*statistics.gpuSpanMs);
    if (totalMs) {
        frame[block].push_back(*totalMs);
    } else if (statistics.gpuSpanMs) {
        frame[block].push_back(std::max(*statistics.gpuSpanMs, statistics.cpuFrameMs));
    }
}

void FrameSeries::summarizeInto(Row& row) const {
    for (uint32_t i = 0; i < kStepCount; ++i) {
        row.steps[i] = {timingOf(gpu[i]), timingOf(cpu[i])};
    }
    row.gpuTotal = timingOf(gpuTotal);
    row.gpuSpan = timingOf(gpuSpan);
    row.cpuUpload = timingOf(cpuUpload);
    row.cpuRecord = timingOf(cpuRecord);
    row.cpuSubmit = timingOf(cpuSubmit);
    row.cpuOther = timingOf(cpuOther);
    row.cpuTotal = timingOf(cpuTotal);
    row.cpuThreads = timingOf(cpuThreads);
    row.frame = timingOf(frame);
}

}  // namespace sinew
