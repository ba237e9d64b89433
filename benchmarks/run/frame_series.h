// Collects the times of a row's frames.
#pragma once

#include <array>
#include <optional>

#include "benchmarks/report/report.h"
#include "renderer/gpu_timer.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

/// Milliseconds of each frame, by block. Frame n of a block shows the same pose for every choice.
using Blocks = std::vector<std::vector<double>>;

std::optional<Timing> timingOf(const Blocks& blocks);

struct FrameSeries {
    std::array<Blocks, kStepCount> gpu;
    std::array<Blocks, kStepCount> cpu;
    Blocks gpuTotal, gpuSpan, cpuUpload, cpuRecord, cpuSubmit, cpuOther, cpuTotal, cpuThreads,
        frame;

    FrameSeries() = default;
    explicit FrameSeries(uint32_t blocks);

    /// Adds the times of one frame. `totalMs` is from the first CPU step to the end of GPU work;
    /// nothing if frames overlap.
    void add(uint32_t block, TimerMode mode, const FrameStatistics& statistics,
             std::optional<double> totalMs);
    uint32_t count(const std::vector<bool>& marks, bool value) const;
    void leaveOut(const std::vector<bool>& marked);
    void summarizeInto(Row& row) const;

private:
    template <typename Visit>
    void forEach(const Visit& visit);
};

}  // namespace sinew
